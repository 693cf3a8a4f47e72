import fc from 'fast-check'

/** Makes one value. */
export type Sample = <Value>(arbitrary: fc.Arbitrary<Value>) => Value

/** Makes values by a seed: the first, the second and so on, always the same. */
export function sampler(seed: number): Sample {
  let samples = 0
  return (arbitrary) => {
    samples += 1
    const [value] = fc.sample(arbitrary, { seed: seed * 10_000 + samples, numRuns: 1 })
    if (value === undefined) throw new Error('A schema that takes nothing')
    return value
  }
}
