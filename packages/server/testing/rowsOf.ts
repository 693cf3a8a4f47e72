import process from 'node:process'

/**
 * The rows of a table that a test is held to: a part of them in `npm test`, which has each kind of row, and all where
 * EXAMPLES is `all`, as the `pnpm sim:…` of that test has it.
 */
export function rowsOf<Row>(
  all: readonly Row[],
  isInPart: (row: Row, index: number) => boolean,
): readonly Row[] {
  return process.env['EXAMPLES'] === 'all' ? all : all.filter(isInPart)
}
