import { cellOfId } from '@cambio/exchange/cell/Cell.ts'
import type { ListOverCells, Report } from './reports.ts'

/** What a report answered in one cell. */
export type CellAnswer = {
  readonly cell: string
  readonly data: Readonly<Record<string, unknown>>
  /** Whether the report ran and found that something is wrong, such as books that are not balanced. */
  readonly failed?: boolean | undefined
}

type Row = Readonly<Record<string, unknown>> & { readonly cell: string }

/** A sum over all cells, in minor units. */
export type ListSum = {
  readonly list: string
  readonly field: string
  readonly currency: string
  readonly units: bigint
}

/** A report over cells: each row with its cell, sorted as one list, and the sums of the rows that are shown. */
export type Merged = {
  readonly lists: Record<string, Row[]>
  readonly sums: readonly ListSum[]
  /** Whether there are more rows than these. */
  readonly more: boolean
}

/** Merges the answers of cells to a report. @param answers in the order of the cells */
export function mergeReports(
  { lists, summary }: Pick<Report, 'lists' | 'summary'>,
  answers: readonly CellAnswer[],
): Merged {
  const merged = Object.entries(lists).map(([name, list]) => [name, mergeList(name, list, answers)] as const)
  return {
    lists: { ...(summary && { summary: summaryOf(summary, answers) }), ...Object.fromEntries(merged) },
    sums: merged.flatMap(([name, rows]) => sumsOf(name, lists[name]?.sums ?? [], rows)),
    more: answers.some(hasMore),
  }
}

function summaryOf(fields: readonly string[], answers: readonly CellAnswer[]): Row[] {
  return answers.map(({ cell, data }) => ({
    cell,
    ...Object.fromEntries(fields.map((field) => [field, data[field]])),
  }))
}

function hasMore({ data }: CellAnswer): boolean {
  return data['more'] === true
}

function rowsOf(name: string, { cell, data }: CellAnswer): Row[] {
  const rows = data[name]
  return Array.isArray(rows) ? rows.map((row: object) => ({ cell, ...row })) : []
}

/**
 * The rows of all cells in one order. A cell that has more rows than it listed has them after its last one: what other cells have
 * after that is left out, since something may be missing between.
 */
function mergeList(name: string, list: ListOverCells, answers: readonly CellAnswer[]): Row[] {
  const { by, isNewestFirst } = list
  const place = (row: Row) => (typeof row[by] === 'string' ? row[by] : '')
  const compare = (one: string, other: string) =>
    (one < other ? -1 : one > other ? 1 : 0) * (isNewestFirst ? -1 : 1)
  const ends = answers.filter(hasMore).flatMap((answer) => rowsOf(name, answer).slice(-1).map(place))
  const all = answers.flatMap((answer) => rowsOf(name, answer))
  return withoutCopies(list, all, answers)
    .filter((row) => ends.every((end) => compare(place(row), end) <= 0))
    .toSorted((one, other) => compare(place(one), place(other)))
}

function withoutCopies({ id }: ListOverCells, rows: Row[], answers: readonly CellAnswer[]): Row[] {
  if (id === undefined) return rows
  const cells = answers.map(({ cell }) => cell)
  const owners = new Map<unknown, string>()
  for (const row of rows) {
    const own = cellOfId(String(row[id]), cells)
    if (row.cell === own || !owners.has(row[id])) owners.set(row[id], row.cell)
  }
  return rows.filter((row) => owners.get(row[id]) === row.cell)
}

function sumsOf(list: string, pairs: NonNullable<ListOverCells['sums']>, rows: readonly Row[]): ListSum[] {
  return pairs.flatMap(([field, currencyField]) => {
    const sums = new Map<string, bigint>()
    for (const row of rows) {
      const [amount, currency] = [row[field], row[currencyField]]
      if (typeof amount !== 'string' || typeof currency !== 'string') continue
      // An amount has exactly the decimals of its currency.
      sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount.replace('.', '')))
    }
    return [...sums]
      .map(([currency, units]) => ({ list, field, currency, units }))
      .toSorted((one, other) => (one.currency < other.currency ? -1 : 1))
  })
}
