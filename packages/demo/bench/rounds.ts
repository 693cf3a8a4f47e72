/** Something measured: each call runs it for a while and gives how much of it was done in a second. */
export type Measured = () => Promise<number>

/**
 * Runs everything in turn, round after round, so that a busy moment of the machine falls on all of them; the middle of
 * what each reached is what counts. One round before the first warms up and is not counted.
 */
export async function interleaved<Name extends string>(
  measured: Readonly<Record<Name, Measured>>,
  rounds: number,
): Promise<Record<Name, number>> {
  const names = Object.keys(measured) as Name[]
  const reached = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const rate = await measured[name]()
      if (round > 0) reached.get(name)?.push(rate)
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(reached.get(name) ?? [])])) as Record<
    Name,
    number
  >
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
