import type { Footprint } from './footprints.ts'
import type { OverdueRows } from './overdueRows.ts'

/** What was seen of a tenth of the load. */
export type Tenth = {
  readonly visitsPerSecond: number
  /** How much of the machine others used meanwhile, which may well be why it was slow. */
  readonly othersShare: number
  /** Resident memory of each program when the tenth had ended. */
  readonly megabytes: Readonly<Record<string, number>>
  readonly overdue: OverdueRows
}

const LEAST_SHARE = 0.9
const MOST_MEGABYTES = 150
/** Of memory, from the first tenths to the last. */
const MOST_GROWTH = 1.1
const MOST_TIMES_ITS_ROWS = 2n
/** What comes and goes in a minute leaves this much in a table until the database cleans it up. */
const ALWAYS_ALLOWED_BYTES = 2n * 1024n * 1024n
/** Rows that may just be in hand when somebody looks. */
const IN_HAND = 20

/** Every promise that does not hold, as a sentence that names what broke it. */
export function brokenPromises(
  tenths: readonly Tenth[],
  footprints: readonly Footprint[],
): readonly string[] {
  return [...slower(tenths), ...larger(tenths), ...growing(tenths), ...footprints.flatMap(bloated)]
}

function slower(tenths: readonly Tenth[]): string[] {
  const share = lastShare(tenths)
  return share >= LEAST_SHARE
    ? []
    : [
        `The last tenth was ${share.toFixed(2)} times as fast as the first, and should be ${LEAST_SHARE}. ` +
          `Others used ${percent(tenths.at(0))} of the machine in the first and ${percent(tenths.at(-1))} in the last.`,
      ]
}

function percent(tenth: Tenth | undefined): string {
  return `${Math.round(100 * (tenth?.othersShare ?? 0))} %`
}

/** How fast the last tenth was, as a share of the first. */
export function lastShare(tenths: readonly Tenth[]): number {
  return (tenths.at(-1)?.visitsPerSecond ?? 0) / (tenths.at(0)?.visitsPerSecond ?? 0)
}

function larger(tenths: readonly Tenth[]): string[] {
  return Object.keys(tenths.at(0)?.megabytes ?? {}).flatMap((program) => {
    const megabytes = tenths.map((tenth) => tenth.megabytes[program] ?? Number.NaN)
    const most = Math.max(...megabytes)
    const [before, after] = [median(megabytes.slice(0, 3)), median(megabytes.slice(-3))]
    return [
      ...(most <= MOST_MEGABYTES
        ? []
        : [`The ${program} had ${most} MB, and should have at most ${MOST_MEGABYTES}.`]),
      ...(after <= before * MOST_GROWTH ? [] : [`The ${program} grew from ${before} to ${after} MB.`]),
    ]
  })
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function growing(tenths: readonly Tenth[]): string[] {
  const [first, last] = [tenths.at(0)?.overdue ?? {}, tenths.at(-1)?.overdue ?? {}]
  return Object.entries(last).flatMap(([list, rows]) =>
    rows <= (first[list] ?? 0) + IN_HAND
      ? []
      : [`The due list ${list} grew from ${first[list] ?? 0} to ${rows} rows that nobody works.`],
  )
}

function bloated({ name, rows, bytes, freshBytes }: Footprint): string[] {
  return bytes <= freshBytes * MOST_TIMES_ITS_ROWS + ALWAYS_ALLOWED_BYTES
    ? []
    : [
        `${name} takes ${inMegabytes(bytes)} MB for ${rows} rows that take ${inMegabytes(freshBytes)} MB when they are written anew.`,
      ]
}

/** For people, with one decimal. */
export function inMegabytes(bytes: bigint): string {
  return (Number(bytes) / 1024 / 1024).toFixed(1)
}
