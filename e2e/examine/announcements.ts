import type { Frame, Page } from '@playwright/test'

declare global {
  interface Window {
    /** What this page's live regions have announced and nobody has read yet. */
    announced?: string[]
  }
}

/**
 * Has every page note what its live regions announce: words that change in a region, and an alert that appears with its
 * words. Before the page is opened.
 */
export async function noteAnnouncements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const announced: string[] = []
    window.announced = announced
    const regions = '[aria-live="polite"], [aria-live="assertive"], [role="alert"], [role="status"], output'
    const note = ({ textContent }: Node) => {
      const words = textContent?.replaceAll(/\s+/g, ' ').trim()
      if (words && words !== announced.at(-1)) announced.push(words)
    }
    const look = (changed: Node) => {
      const element = changed instanceof Element ? changed : changed.parentElement
      if (!element || element.closest('[aria-hidden="true"]')) return
      const region = element.closest(regions)
      if (region && region !== changed) return note(changed)
      if (element.matches('[role="alert"]')) note(element)
      for (const alert of element.querySelectorAll('[role="alert"]')) note(alert)
    }
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes)
        for (const changed of type === 'characterData' ? [target] : addedNodes) look(changed)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
}

/** What a page has announced since this was last asked. */
export function takeAnnouncements(frame: Frame): Promise<string[]> {
  return frame.evaluate(() => window.announced?.splice(0) ?? [])
}
