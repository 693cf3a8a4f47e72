import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../..')

type Found = {
  readonly axe: string
  readonly clauses: readonly { clause: string; rules: readonly string[]; screens: number }[]
  readonly screens: readonly { screen: string; spoken: readonly string[]; announced: readonly string[] }[]
}

const found = JSON.parse(await text('packages/guide/pages/widget/accessibility.json')) as Found

test('the statement of accessibility stands on every screen that the tour shows, by the axe that is installed', async () => {
  const parts = await readdir(join(root, 'e2e/screens/tour'))
  const tour = (await Promise.all(parts.map((part) => text(`e2e/screens/tour/${part}`)))).join('')
  const shown = Array.from(tour.matchAll(/look\(page, '([^']+)'\)/g), ([, screen = '']) => screen)
  expect(shown.length).toBeGreaterThan(0)
  expect(found.screens.map(({ screen }) => screen)).toEqual(
    shown.toSorted((one, other) => one.localeCompare(other)),
  )
  const installed = createRequire(join(root, 'e2e/node_modules/@axe-core/playwright/package.json'))
  const { version } = installed('axe-core/package.json') as { version: string }
  expect(found.axe).toBe(version)
})

test('the built page of the statement has each clause with its rules and screens, and all that was read out or announced', async () => {
  const page = plainText(await text('packages/guide/dist/widget/accessibility.html'))
  expect(page).toContain(`axe-core ${found.axe} found no fault on any of ${found.screens.length} screens`)
  const rows = page.split('\n').filter((line) => line.startsWith('9.'))
  for (const { clause, rules, screens } of found.clauses)
    expect(rows).toContainEqual(expect.stringMatching(`^${clause} .+ ${rules.join(', ')} ${screens}$`))
  for (const { spoken, announced: heard } of found.screens)
    for (const phrase of [...spoken, ...heard]) expect(page).toContain(phrase)
  const announced = found.screens.flatMap((screen) => screen.announced)
  expect(announced).toContainEqual(expect.stringMatching(/^You are offline\./))
})

function text(path: string): Promise<string> {
  return readFile(join(root, path), 'utf8')
}

/** What a reader sees of a page, with each row of a table on a line of its own. */
function plainText(html: string): string {
  return html
    .replaceAll('</tr>', '\n')
    .replaceAll('</td><td', '</td> <td')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
