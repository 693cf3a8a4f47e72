import process from 'node:process'

/** What all examples are drawn by, so that a run can be repeated: SEED, or the time. */
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
const areAll = process.env['EXAMPLES'] === 'all'
if (areAll) process.stdout.write(`Examples of SEED=${seed}\n`)

/**
 * How many examples a property is tried with: a tenth of `all`, drawn anew each time. `pnpm sim:properties` sets
 * EXAMPLES to `all`, and then it is all of them, by a seed that it prints.
 */
export function examplesOf(all: number): { readonly numRuns: number; readonly seed?: number } {
  return areAll ? { numRuns: all, seed } : { numRuns: all / 10 }
}
