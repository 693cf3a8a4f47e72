import { addresses } from '../src/addresses.ts'
import { expect, test } from '../src/test.ts'
import { lighthouseReport, type LighthouseReport } from './lighthouseReport.ts'

/*
 * `pnpm bench:guide`: what Lighthouse says of the pages for partners on a phone. Its times are computed from a trace of this
 * machine, so a busy machine lowers the performance; what the page itself is lowers the other two.
 */

const GOAL = 95
const ROUNDS = 3
const pages = ['/guide/', '/guide/orders/create', '/docs', '/playground']

test('what Lighthouse says of guide, reference and playground on a phone', async () => {
  print(
    `median of ${ROUNDS}, goal at least ${GOAL}`,
    'performance',
    'accessibility',
    'best practice',
    'LCP, TBT, CLS',
  )
  const below: string[] = []
  for (const path of pages) {
    const reports: LighthouseReport[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      reports.push(await lighthouseReport(`${addresses.exchange}${path}`))
    const median = (of: (report: LighthouseReport) => number) =>
      reports.map(of).toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? Number.NaN
    const performance = reports.map(({ scores }) => scores.performance)
    const scores = {
      performance: median((each) => each.scores.performance),
      accessibility: median((each) => each.scores.accessibility),
      'best practice': median((each) => each.scores['best-practices']),
    }
    const times = [median((each) => each.lcpMs), median((each) => each.blockedMs)].map(Math.round)
    print(
      path,
      `${scores.performance} (${Math.min(...performance)}-${Math.max(...performance)})`,
      String(scores.accessibility),
      String(scores['best practice']),
      `${times.join(' ms, ')} ms, ${median((each) => each.shift).toFixed(3)}`,
    )
    const failed = new Set(reports.flatMap((each) => each.failed))
    for (const [name, score] of Object.entries(scores))
      if (score < GOAL)
        below.push(`${path}: ${name} ${score}. Not passed: ${[...failed].join(', ') || 'none'}`)
  }
  expect(below).toEqual([])
})

function print(page: string, ...cells: string[]): void {
  console.log([page.padEnd(32), ...cells.map((cell) => cell.padEnd(16))].join('').trimEnd())
}
