import type { Query } from '../Database.ts'
import { gathered } from './gathered.ts'
import { jsonRow } from './jsonRow.ts'

/** A statement that reads one row at most, and the one that reads the rows of several at once. */
export type RowRead = {
  readonly name: string
  readonly text: string
  /** Its parameter is a JSON list. */
  readonly ofAll: { readonly name: string; readonly text: string }
}

/** @param types those of the statement's values: of `$1` the first */
export function rowRead(name: string, text: string, types: readonly string[]): RowRead {
  return { name, text, ofAll: { name: `${name}_of_all`, text: textOfAll(text, types) } }
}

/**
 * Reads for callers that come at once by one statement, as `gathered` does. The statement begins after each of them has
 * asked, so that it sees all that was committed before.
 * @returns reads the row of these values; undefined without one. It may have the member `asked_number` as well
 */
export function gatheredRow<Row extends object>(
  query: Query,
  read: RowRead,
): (...values: readonly unknown[]) => Promise<Row | undefined> {
  const readOne = gathered<readonly unknown[], Row | undefined>({
    alone: (values) => readRow<Row>(query, read, values),
    async together(all) {
      const rows = await readRows<Row>(query, read, all)
      return (values) => rows.get(values)
    },
  })
  return (...values) => readOne(values)
}

/** Reads the row of these values by a statement of its own; undefined without one. */
export async function readRow<Row extends object>(
  query: Query,
  { name, text }: RowRead,
  values: readonly unknown[],
): Promise<Row | undefined> {
  const [row] = await query<Row>({ name, text, values })
  return row
}

/** Reads the rows of several values by one statement. @returns the row of each that has one */
export async function readRows<Row extends object>(
  query: Query,
  { ofAll }: RowRead,
  all: readonly (readonly unknown[])[],
): Promise<ReadonlyMap<readonly unknown[] | undefined, Row>> {
  const values = [JSON.stringify(all.map((each) => jsonRow(namedValues(each))))]
  const rows = await query<Row & Asked>({ ...ofAll, values })
  return new Map(rows.map((row) => [all[Number(row.asked_number) - 1], row]))
}

type Asked = { readonly asked_number: bigint }

/** Each row is looked for by itself: joined, the planner may read a whole table. */
function textOfAll(text: string, types: readonly string[]): string {
  const columns = types.map((_, index) => `value_${index + 1}`)
  return `
    select asked.number as asked_number, found.*
    from rows from (jsonb_to_recordset($1::jsonb) as (${columns.map((column, index) => `${column} ${types[index]}`).join(', ')}))
      with ordinality as asked (${columns.join(', ')}, number)
    cross join lateral (${text.replaceAll(/\$(\d+)/g, 'asked.value_$1')} limit 1) found`
}

function namedValues(values: readonly unknown[]): object {
  return Object.fromEntries(values.map((value, index) => [`value_${index + 1}`, value]))
}
