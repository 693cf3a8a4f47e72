import process from 'node:process'

/**
 * How many examples a property is tried with: a tenth of `all`, drawn anew each time. `pnpm sim:properties` sets
 * EXAMPLES to `all`, and then it is all of them.
 */
export function examplesOf(all: number): { readonly numRuns: number } {
  return { numRuns: process.env['EXAMPLES'] === 'all' ? all : all / 10 }
}
