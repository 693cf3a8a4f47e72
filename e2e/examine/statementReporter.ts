import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { examined, type Examined } from './Examined.ts'

const results = fileURLToPath(
  new URL('../../packages/guide/pages/widget/accessibility.json', import.meta.url),
)
const spokenFolder = fileURLToPath(new URL('../spoken/', import.meta.url))

/** Writes what the guide's statement of accessibility stands on, and what was read out, once all tests have passed. */
export default class StatementReporter implements Reporter {
  readonly #screens: Examined[] = []

  onTestEnd(_: TestCase, { annotations }: TestResult): void {
    for (const { type, description = '' } of annotations)
      if (type === examined) this.#screens.push(JSON.parse(description) as Examined)
  }

  onEnd({ status }: FullResult): void {
    if (status !== 'passed' || this.#screens.length === 0) return
    const screens = this.#screens.toSorted((one, other) => one.screen.localeCompare(other.screen))
    mkdirSync(spokenFolder, { recursive: true })
    for (const { screen, spoken } of screens)
      writeFileSync(`${spokenFolder}${screen}.txt`, `${spoken.join('\n')}\n`)
    writeFileSync(
      results,
      `${JSON.stringify({ axe: screens[0]?.axe, screens: screens.map(({ screen }) => screen), clauses: clausesOf(screens) }, null, 2)}\n`,
    )
  }
}

/** Each clause with its rules and on how many screens they had something to check, in the order of the standard. */
function clausesOf(screens: readonly Examined[]) {
  const names = [...new Set(screens.flatMap(({ clauses }) => Object.keys(clauses)))]
  return names
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .map((clause) => {
      const on = screens.filter(({ clauses }) => clauses[clause])
      const rules = [...new Set(on.flatMap(({ clauses }) => clauses[clause] ?? []))].toSorted()
      return { clause, rules, screens: on.length }
    })
}
