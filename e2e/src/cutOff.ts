import type { Locator } from '@playwright/test'

/** What has text in it that is hidden by its own edge, but for what is hidden from sight altogether. */
export async function cutOff(within: Locator): Promise<string[]> {
  return within.evaluate((root) =>
    [...root.querySelectorAll<HTMLElement>(':not(input)')]
      .filter((element) => {
        const { overflowX, textOverflow } = getComputedStyle(element)
        const isHiding = overflowX === 'hidden' || overflowX === 'clip'
        return isHiding && textOverflow !== 'ellipsis' && element.clientWidth > 1
      })
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => `${element.className}: ${element.textContent}`),
  )
}
