/** Something measured: each call runs it for a while and gives how much of it was done in a second. */
export type Measured = () => Promise<number>

/** A line of what is printed: what was measured, its value, and what is promised of it. */
export type Line = readonly [what: string, value: string, promised: string]

/** What was reached, round by round. */
type Reached = readonly number[]

/** Rounds before the first, in which code is compiled; they are not counted. */
const WARM_UP = 3

/**
 * Runs everything in turn, round after round, so that a busy moment of the machine falls on all of them; every other
 * round backwards, so that nothing always comes after the same.
 */
export async function interleaved<Name extends string>(
  measured: Readonly<Record<Name, Measured>>,
  rounds: number,
): Promise<Record<Name, Reached>> {
  const names = Object.keys(measured) as Name[]
  const reached = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>
  for (let round = 0; round < WARM_UP + rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const rate = await measured[name]()
      if (round >= WARM_UP) reached[name].push(rate)
    }
  }
  return reached
}

/** One measured thing as a share of another: the middle of what the rounds gave, since each compares its own moment. */
export function ratio(one: Reached, other: Reached): string {
  const shares = one.map((rate, round) => rate / (other[round] ?? Number.NaN))
  return `${median(shares).toFixed(2)}  (${Math.round(median(one))}/s ÷ ${Math.round(median(other))}/s)`
}

/** The middle one. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
