import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * What is wrong for assistive tools in a page and the frames in it: each rule that is broken, and where.
 * @param within selectors that lead to the part that is looked at, those of its frames first; the whole page where left out
 */
export async function accessibilityFaults(page: Page, within: string[] = []): Promise<string[]> {
  // What is right is not collected: that would be most of the work. Nor does the shop's list of callbacks, one like the
  // other, tell more by its two hundredth line than by its first ones.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .exclude('#callbacks > :nth-child(n + 5)')
  const { violations } = await (within.length > 0 ? axe.include(within) : axe).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
