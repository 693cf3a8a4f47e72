import { CELL_NAME } from '@cambio/exchange/cell/Cell.ts'
import * as z from 'zod/mini'

const units = z.string().check(z.regex(/^-?\d{1,38}$/))

/** The books of one cell at one moment, as “cell books” writes them for “cell sum”. */
export const CellBooks = z.object({
  cell: z.string().check(z.regex(CELL_NAME)),
  at: z.string(),
  /** Minor units; debits are positive. */
  accounts: z.array(
    z.object({ account: z.string(), asset: z.string(), layer: z.enum(['pending', 'posted']), units }),
  ),
})
export type CellBooks = z.output<typeof CellBooks>

/** An account over all cells. */
export type Summed = {
  readonly account: string
  readonly asset: string
  readonly layer: 'pending' | 'posted'
  readonly units: bigint
}

/** A fault over all cells: books that do not sum to zero, or money in transit that only one cell has booked. */
export type Fault =
  | { readonly is: 'unbalanced'; readonly cell: string; readonly asset: string; readonly units: bigint }
  | { readonly is: 'in_transit'; readonly account: string; readonly asset: string; readonly units: bigint }

/** Adds the books of cells up, account by account. */
export function sumOfCells(books: readonly CellBooks[]): {
  readonly sums: readonly Summed[]
  readonly faults: readonly Fault[]
} {
  const sums = summed(books.flatMap(({ accounts }) => accounts))
  const unbalanced = books.flatMap(({ cell, accounts }) =>
    summed(accounts.map((each) => ({ ...each, account: '' }))).map(({ asset, units: left }): Fault => ({
      is: 'unbalanced',
      cell,
      asset,
      units: left,
    })),
  )
  const inTransit = sums
    .filter(({ account }) => account.startsWith(TRANSIT))
    .map(({ account, asset, units: left }): Fault => ({ is: 'in_transit', account, asset, units: left }))
  return { sums, faults: [...unbalanced, ...inTransit] }
}

const TRANSIT = 'transit:'

/** The sum of each account, asset and layer; those that are zero are left out. */
function summed(accounts: CellBooks['accounts']): Summed[] {
  const sums = new Map<string, Summed>()
  for (const { units: text, ...which } of accounts) {
    const key = JSON.stringify([which.account, which.asset, which.layer])
    sums.set(key, { ...which, units: (sums.get(key)?.units ?? 0n) + BigInt(text) })
  }
  return [...sums.values()].filter(({ units: left }) => left !== 0n)
}
