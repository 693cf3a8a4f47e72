import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * What is wrong for assistive tools in a page and the frames in it: each rule that is broken, and where.
 * @param within selectors that lead to the part that is looked at, those of its frames first; the whole page where left out
 */
export async function accessibilityFaults(page: Page, within: string[] = []): Promise<string[]> {
  // Nor does the shop's list of callbacks, one like the other, tell more by its two hundredth line than by its first ones.
  const axe = looking(page).exclude('#callbacks > :nth-child(n + 5)')
  // Without frames nothing has to be put together, which is done in a page of its own.
  if (page.frames().length === 1) axe.setLegacyMode()
  return faultsOf(within.length > 0 ? axe.include(within) : axe)
}

/** The faults in the own content of a page of the guide or the reference, whose frame is equal on every page. */
export async function readingFaults(page: Page): Promise<string[]> {
  // Calls and problems look alike: the first ones of a page tell as much as all.
  const axe = looking(page).include('main').exclude('.call:nth-of-type(n + 4)')
  return faultsOf(axe.exclude('.problem:nth-of-type(n + 4)').setLegacyMode())
}

/** What is right is not collected: that would be most of the work. */
function looking(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
}

async function faultsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
