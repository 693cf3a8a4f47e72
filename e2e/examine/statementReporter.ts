import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FullConfig, FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { examined, looks, type Examined } from './Examined.ts'

const record = fileURLToPath(new URL('../../packages/guide/pages/widget/accessibility.json', import.meta.url))

/** Writes what the guide's statement of accessibility stands on, once every test has run and passed. */
export default class StatementReporter implements Reporter {
  readonly #screens: Examined[] = []
  #isWhole = false

  onBegin({ grep }: FullConfig): void {
    this.#isWhole = String(grep) === '/.*/'
  }

  onTestEnd(_: TestCase, { annotations }: TestResult): void {
    for (const { type, description = '' } of annotations)
      if (type === examined) this.#screens.push(JSON.parse(description) as Examined)
  }

  onEnd({ status }: FullResult): void {
    if (!this.#isWhole || status !== 'passed' || this.#screens.length === 0) return
    const screens = this.#screens.toSorted((one, other) => one.screen.localeCompare(other.screen))
    const found = {
      axe: screens[0]?.axe,
      looks,
      clauses: clausesOf(screens),
      screens: screens.map(({ screen, spoken, announced }) => ({ screen, spoken, announced })),
    }
    writeFileSync(record, `${JSON.stringify(found, null, 2)}\n`)
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
