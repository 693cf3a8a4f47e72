import type { Query } from '../Database.ts'
import { gathered } from './gathered.ts'
import { jsonRow } from './jsonRow.ts'

/** A statement that reads one row at most. Its values have these types: `$1` the first. */
export type RowRead = { readonly name: string; readonly text: string; readonly types: readonly string[] }

/**
 * Reads for callers that come at once by one statement, as `gathered` does. The statement begins after each of them has
 * asked, so that it sees all that was committed before.
 * @returns reads the row of these values; undefined without one. It may have the member `asked_number` as well
 */
export function gatheredRow<Row extends object>(
  query: Query,
  read: RowRead,
): (...values: readonly unknown[]) => Promise<Row | undefined> {
  const { name, text } = read
  const readOne = gathered<readonly unknown[], Row | undefined>({
    async alone(values) {
      const [row] = await query<Row>({ name, text, values })
      return row
    },
    async together(all) {
      const rows = await readRows<Row>(query, read, all)
      return (values) => rows.get(values)
    },
  })
  return (...values) => readOne(values)
}

/** Reads the rows of several values by one statement. @returns the row of each that has one */
export async function readRows<Row extends object>(
  query: Query,
  { name, text, types }: RowRead,
  all: readonly (readonly unknown[])[],
): Promise<ReadonlyMap<readonly unknown[] | undefined, Row>> {
  const rows = await query<Row & Asked>({
    name: `${name}_of_all`,
    text: textOfAll(text, types),
    values: [JSON.stringify(all.map((values) => jsonRow(namedValues(values))))],
  })
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
