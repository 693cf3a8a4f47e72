import type { MovedPart } from '@cambio/exchange/operator/partner/PartnerMoves.ts'
import type { Keys } from '../../program/Keys.ts'
import { CATALOGUE_CHANNEL } from '../catalogue.ts'
import type { StoreDeps } from '../StoreDeps.ts'
import { movedTables, type KnownRow, type MovedTable } from './movedTables.ts'

type Rows = MovedPart & { is: 'rows' }

/** So many orders, or clients, are read at once. */
const AT_ONCE = 500

/** What another cell needs of a partner, in the order in which it can be written there. */
export async function* movedRowsOf(deps: StoreDeps, partnerId: string): AsyncGenerator<Rows> {
  const pages = {
    partner: async function* () {
      yield [partnerId]
    },
    clients: () => idPages(deps, 'client', partnerId),
    orders: () => idPages(deps, 'orders', partnerId),
  }
  for (const { of, tables } of movedTables)
    for await (const ids of pages[of]()) for (const table of tables) yield* rowsOf(deps, table, ids)
}

/** The ids of a partner's clients or orders, a page at a time. */
export async function* idPages({ query }: StoreDeps, table: 'client' | 'orders', partnerId: string) {
  for (let after = ''; ;) {
    const rows = await query<{ id: string }>({
      name: `moved_ids_${table}`,
      text: `select id from ${table} where partner_id = $1 and id > $2 order by id limit ${AT_ONCE}`,
      values: [partnerId, after],
    })
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ id }) => id)
    after = last.id
  }
}

async function* rowsOf(
  { query, keys }: StoreDeps,
  table: MovedTable,
  ids: readonly string[],
): AsyncGenerator<Rows> {
  const [row] = await query<{ rows: string | null }>({
    name: `moved_read_${table.name}`,
    text: `
      select jsonb_agg(to_jsonb(t) - $2::text[] order by ${table.order})::text as rows
      from ${table.name} t where ${table.where}`,
    values: [[...ids], [...table.without]],
  })
  if (!row?.rows) return
  yield {
    is: 'rows',
    table: table.name,
    rows: resealed(table, row.rows, (subject, hex) => keys.open(subject, bytesOf(hex))),
  }
}

/**
 * Writes rows that another cell has read; what was sealed there is sealed with our own keys.
 * @param newOrders the ids of the last orders that were written, of which rows are written; replaced where these rows are orders
 */
export async function insertMoved(
  { query, keys }: StoreDeps,
  part: Rows,
  newOrders: Set<string>,
): Promise<void> {
  const table = movedTables.flatMap(({ tables }) => tables).find(({ name }) => name === part.table)
  if (!table) throw new Error(`No rows of ${part.table} move between cells`)
  const rows = resealed(table, part.rows, (subject, text) => hexOf(keys.seal(subject, text)))
  const written = await query<{ id: string }>({
    name: `moved_write_${table.name}`,
    text: writing(table, columnsOf(rows)),
    values: table.known?.is === 'of_order' ? [rows, [...newOrders]] : [rows],
    ...(table.name === 'catalogue_change' && { wakes: [CATALOGUE_CHANNEL] }),
  })
  if (table.name !== 'orders') return
  newOrders.clear()
  for (const { id } of written) newOrders.add(id)
}

/** The statement that writes rows of a table, by what becomes of those that are known. */
function writing({ name, known, also }: MovedTable, columns: readonly string[]): string {
  const listed = columns.map((column) => `"${column}"`).join(', ')
  const insert = `
    insert into ${name} (${listed}) select ${listed}
    from jsonb_populate_recordset(null::${name}, $1::jsonb) r`
  if (also)
    return `with written as (${insert} ${unlessKnown(name, known)} returning *), also as (${also}) select id from written`
  return `${insert} ${unlessKnown(name, known)} ${renewing(name, known, columns)}`
}

function unlessKnown(name: string, known: KnownRow | undefined): string {
  if (known?.is === 'of_order') return 'where r.order_id = any($2::text[])'
  return known?.is === 'kept' ? `where not exists (select from ${name} k where ${known.where})` : ''
}

function renewing(name: string, known: KnownRow | undefined, columns: readonly string[]): string {
  if (known?.is !== 'renewed') return ''
  const fixed = new Set([...known.key.split(', '), ...known.fixed])
  const set = columns
    .filter((column) => !fixed.has(column))
    // The cell may have numbered events since, of what befell orders of before.
    .map((column) =>
      column === 'last_event'
        ? `"${column}" = greatest(${name}."${column}", excluded."${column}")`
        : `"${column}" = excluded."${column}"`,
    )
  return `on conflict (${known.key}) do update set ${set.join(', ')}`
}

/** Rows with what is sealed in them changed. Rows of tables that seal nothing stay as the text that they are, whatever the length of their numbers. */
function resealed(
  { sealed }: MovedTable,
  rows: string,
  change: (subject: string, text: string) => string,
): string {
  if (!sealed) return rows
  const read = JSON.parse(rows) as Record<string, unknown>[]
  for (const row of read)
    for (const [column, subjectOf] of Object.entries(sealed)) {
      const value = row[column]
      if (typeof value === 'string') row[column] = change(subjectOf(String(row['id'])), value)
    }
  return JSON.stringify(read)
}

function columnsOf(rows: string): string[] {
  const [first = {}] = JSON.parse(rows) as Record<string, unknown>[]
  return Object.keys(first)
}

/** bytea as PostgreSQL writes it into JSON. */
function bytesOf(text: string): Buffer {
  return Buffer.from(text.replace(/^\\x/, ''), 'hex')
}

function hexOf(bytes: ReturnType<Keys['seal']>): string {
  return `\\x${bytes.toString('hex')}`
}
