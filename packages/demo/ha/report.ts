import type { Finding } from './audit/Installation.ts'

/** What was measured and found during a fault. */
export type Seen = {
  readonly fault: string
  /** The longest time without an acknowledged order, milliseconds. */
  readonly gapMs: number
  /** The longest time without a row that the cluster acknowledged, milliseconds. */
  readonly rowGapMs: number
  /** What the gap may be at most; null where there is no goal. */
  readonly goalMs: number | null
  readonly purchases: number
  /** What callers were told, by its words. */
  readonly failures: Readonly<Record<string, number>>
  readonly incidents: readonly string[]
  readonly findings: readonly Finding[]
}

/** What the programs may add to the time in which the cluster itself acknowledged nothing. */
const OWN_MS = 3_000

/** Sentences on what does not hold. */
export function brokenPromises({
  fault,
  gapMs,
  rowGapMs,
  goalMs,
  failures,
  incidents,
  findings,
}: Seen): readonly string[] {
  const said = (what: string) => `${fault}: ${what}`
  return [
    // A machine that has too much to do is slow, but no slower to the programs than to rows written past them.
    ...(goalMs !== null && gapMs > Math.max(goalMs, rowGapMs + OWN_MS)
      ? [said(`${inSeconds(gapMs)} s without an order, at most ${inSeconds(goalMs)}`)]
      : []),
    ...Object.entries(failures)
      .filter(([what]) => what === '500' || what.includes('without Retry-After'))
      .map(([what, count]) => said(`${count} answers ${what}`)),
    ...incidents.map(said),
    ...findings.map(({ is, what }) => said(`${is}: ${what}`)),
  ]
}

const columns = [
  'fault',
  'gap s',
  'goal s',
  'rows s',
  'purchases',
  'lost',
  'twice',
  '500',
  '503',
  'ended',
  'other answers',
] as const

/** The table of a run, one line a fault. */
export function table(all: readonly Seen[]): string {
  const lines = [columns, ...all.map(lineOf)]
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function lineOf({
  fault,
  gapMs,
  rowGapMs,
  goalMs,
  purchases,
  failures,
  incidents,
  findings,
}: Seen): readonly string[] {
  const counted = (is: Finding['is']) => String(findings.filter((finding) => finding.is === is).length)
  const { '500': internal = 0, '503': unavailable = 0, ...others } = failures
  return [
    fault,
    inSeconds(gapMs),
    goalMs === null ? '-' : inSeconds(goalMs),
    inSeconds(rowGapMs),
    String(purchases),
    counted('lost'),
    counted('twice'),
    String(internal),
    String(unavailable),
    String(incidents.length),
    Object.entries(others)
      .map(([what, count]) => `${what} ${count}`)
      .join(', '),
  ]
}

function inSeconds(ms: number): string {
  return (ms / 1_000).toFixed(1)
}

/** The longest time between two moments of a list, from one time to another. */
export function longestGap(moments: readonly number[], from: number, to: number): number {
  const before = Math.max(from - 1_000, ...moments.filter((at) => at < from))
  const inside = moments.filter((at) => at >= from && at <= to).toSorted((one, other) => one - other)
  const times = [before, ...inside, to]
  return Math.max(...times.slice(1).map((at, place) => at - (times[place] ?? at)))
}

/** How often each word is in the list. */
export function countsOf(words: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]))
}
