import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { dress } from '../screens/dress.ts'
import { addresses } from '../src/addresses.ts'
import { takeAnnouncements } from './announcements.ts'
import { examined, looks, type Examined } from './Examined.ts'
import { frameOf, listen, withoutOwner } from './listen.ts'

/**
 * Has axe look at a screen in light, dark and forced colours, from left to right and from right to left, and a virtual
 * screen reader read it out once. What its live regions said on the way there is kept with it.
 */
export async function examine(page: Page, screen: string): Promise<void> {
  const announced = (await takeAnnouncements(frameOf(page))).map(withoutOwner)
  const clauses: Record<string, string[]> = {}
  let version = ''
  for (const language of looks.languages)
    for (const scheme of looks.schemes) {
      await dress(page, { language, scheme })
      const { violations, passes, testEngine } = await widgetOf(page).analyze()
      const faults = violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`).join(', ')}`,
      )
      expect(faults, `${screen} in ${scheme} colours, ${language}`).toEqual([])
      version = testEngine.version
      for (const { id, tags } of passes)
        for (const tag of tags.filter((each) => each.startsWith('EN-9.'))) {
          const rules = (clauses[tag.slice('EN-'.length)] ??= [])
          if (!rules.includes(id)) rules.push(id)
        }
    }
  await dress(page, { language: 'en', scheme: 'light' })
  const found: Examined = { screen, axe: version, clauses, spoken: await listen(page), announced }
  test.info().annotations.push({ type: examined, description: JSON.stringify(found) })
  await takeAnnouncements(frameOf(page))
}

/** The page, without what the shop around the widget says. */
function widgetOf(page: Page): AxeBuilder {
  const axe = new AxeBuilder({ page })
  return page.url().startsWith(addresses.shop) ? axe.exclude('body > header').exclude('body > main') : axe
}
