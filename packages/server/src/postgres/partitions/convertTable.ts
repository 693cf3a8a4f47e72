import { escapeIdentifier, type Client } from 'pg'
import { CallRefused } from '../../cli/CallRefused.ts'
import { isUnknownLayout } from '../migration/layouts.ts'
import { changeBriefly } from './changeBriefly.ts'
import { monthAfter, nameBefore, type PartitionedTable } from './PartitionedTable.ts'
import { swapTable, type Ready } from './swapTable.ts'
import { tableShape } from './tableShape.ts'

/** The table and its schema, with a callback for progress. */
export type Conversion = {
  readonly schema: string
  readonly at: Date
  readonly tell: (step: ConversionStep) => void
}

/** What is under way: a scan of the rows, an index, or a wait for a transaction that uses the table. */
export type ConversionStep = 'looks' | 'indexes' | 'waits'

/**
 * Divides a table into partitions by month while programs write to it. The slow parts, a scan of the rows and an index,
 * run beside them; then the table becomes the first partition of a new one with its name, in one short transaction.
 * After an interruption at any point, calling it again continues. Its rows up to the end of next month stay together in
 * the first partition.
 * @returns the longest time that the table was locked, milliseconds; null where it was already partitioned
 * @throws CallRefused where it was always in use, or where a program works that does not know the divided table
 */
export async function convertTable(
  client: Client,
  table: PartitionedTable,
  { schema, at, tell }: Conversion,
): Promise<number | null> {
  await client.query(`set search_path = ${escapeIdentifier(schema)}`)
  const brief = { table: table.name, waits: () => tell('waits') }
  const { rows: divided } = await client.query(
    "select from pg_class where oid = $1::regclass and relkind = 'p'",
    [table.name],
  )
  const isDivided = divided.length > 0
  await requireLayout(client, { ...table, isDivided })
  if (isDivided) return null
  const bound = monthAfter(at, 2)
  const constraint = nameBefore(table, bound)
  const locked = [await limitTime(client, table, { bound, constraint, brief })]
  tell('looks')
  for (const name of await unchecked(client, table))
    await client.query(`alter table ${table.name} validate constraint ${escapeIdentifier(name)}`)
  tell('indexes')
  const newKey = await indexKey(client, table)
  for (const column of table.lookedUpBy) await makeIndex(client, lookUp(table, column))
  locked.push(
    await changeBriefly(client, brief, async () => {
      await requireLayout(client, { ...table, isDivided })
      await swapTable(client, table, { bound, newKey, constraint })
      await client.query('select make_partitions($1)', [at])
    }),
  )
  await client.query(`analyze ${table.name}`)
  return Math.max(...locked)
}

/** Keeps programs away that do not know the divided table; they are kept away from a plain one, too, until it is divided. */
async function requireLayout(
  client: Client,
  { name, layout, isDivided }: Pick<PartitionedTable, 'name' | 'layout'> & { readonly isDivided: boolean },
): Promise<void> {
  try {
    await client.query('select require_layout($1)', [layout])
  } catch (error) {
    if (!isUnknownLayout(error)) throw error
    throw new CallRefused(
      `${name} is ${isDivided ? 'divided, and earlier versions are not kept away from it' : 'not divided'}: a program of an earlier version works on this database, or did before it was ended. End all of these, let one of this version run for a moment, and call this again.`,
      { cause: error },
    )
  }
}

type Limiting = Omit<Ready, 'newKey'> & { readonly brief: Parameters<typeof changeBriefly>[1] }

/** Constrains the table to the time range of the first partition, so that it need not be scanned to become that. */
async function limitTime(
  client: Client,
  { name, time }: PartitionedTable,
  { bound, constraint, brief }: Limiting,
): Promise<number> {
  const { rows } = await client.query<{ name: string }>(
    "select conname as name from pg_constraint where conrelid = $1::regclass and conname like $1 || '\\_before\\_%'",
    [name],
  )
  if (rows.some((left) => left.name === constraint)) return 0
  return changeBriefly(client, brief, async () => {
    for (const left of rows) await client.query(`alter table ${name} drop constraint ${left.name}`)
    await client.query(
      `alter table ${name} add constraint ${constraint} check (${time} < '${bound.toISOString()}') not valid`,
    )
  })
}

/** The constraints that were never checked against the rows: a partition may have none of these. */
async function unchecked(client: Client, { name }: PartitionedTable): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'c' and not convalidated`,
    [name],
  )
  return rows.map((constraint) => constraint.name)
}

/**
 * Makes the index that becomes the first partition's key.
 * @returns its name; null where the table already has that key
 * @throws Error where a row could no longer be found by a key of today
 */
async function indexKey(client: Client, table: PartitionedTable): Promise<string | null> {
  const { name, key, lookedUpBy } = table
  const newKey = `${name}_by_month`
  const { keys } = await tableShape(client, name, newKey)
  const columns = key.join(', ')
  if (keys.length === 1 && keys[0]?.columns === columns) return null
  if (
    keys.some(
      (former) => !`${columns}, `.startsWith(`${former.columns}, `) && !lookedUpBy.includes(former.columns),
    )
  )
    throw new Error(`A key of ${name} is neither in that of a divided table nor looked up by`)
  await makeIndex(client, { index: newKey, on: `${name} (${columns})`, isUnique: true })
  return newKey
}

function lookUp({ name }: PartitionedTable, column: string): Index {
  return { index: `${name}_by_${column}`, on: `${name} (${column})`, isUnique: false }
}

/** An index by its name, its table and columns as SQL. */
type Index = { readonly index: string; readonly on: string; readonly isUnique: boolean }

/** Makes an index while others write; an interrupted one is made again. */
async function makeIndex(client: Client, { index, on, isUnique }: Index): Promise<void> {
  const { rows } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  )
  if (rows.length > 0) await client.query(`drop index concurrently ${index}`)
  await client.query(`create ${isUnique ? 'unique ' : ''}index concurrently if not exists ${index} on ${on}`)
}
