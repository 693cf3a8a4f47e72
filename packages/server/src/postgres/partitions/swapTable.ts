import { escapeIdentifier, type Client } from 'pg'
import { nameBefore, type PartitionedTable } from './PartitionedTable.ts'
import { tableShape, type TableKey, type TableShape } from './tableShape.ts'

/** What is ready for a table to be divided: an index of its key, null where it has
 * that key already, and a constraint to the time of its rows. */
export type Ready = { readonly bound: Date; readonly newKey: string | null; readonly constraint: string }

/**
 * Replaces a plain table by a partitioned one, of which it becomes the first partition: no row is copied or read. Call
 * it in a transaction that has locked the table.
 */
export async function swapTable(
  client: Client,
  { name, time, key }: PartitionedTable,
  { bound, newKey, constraint }: Ready,
): Promise<void> {
  const shape = await tableShape(client, name, newKey)
  const first = nameBefore({ name }, bound)
  const run = async (...statements: readonly string[]) => {
    for (const text of statements) await client.query(text)
  }
  const counter = await takeCounter(client, name, shape.counter)
  await run(
    `alter table ${name} rename to ${first}`,
    ...keyOf(first, { newKey, former: shape.keys }),
    ...shape.indexes.map(
      (index, place) => `alter index ${escapeIdentifier(index.name)} rename to ${first}_${place + 1}`,
    ),
    // A trigger for each row would exist twice, on the whole table and on this partition.
    ...shape.triggers
      .filter(({ isForEachRow }) => isForEachRow)
      .map((trigger) => `drop trigger ${escapeIdentifier(trigger.name)} on ${first}`),
    ...shape.grantees.map((grantee) => `revoke all on ${first} from ${grantee}`),
    `create table ${name} (like ${first} including defaults including constraints including generated
      including storage including comments) partition by range (${time})`,
    `alter table ${name} owner to ${shape.owner}`,
    `alter table ${name} drop constraint ${constraint}`,
    `alter table ${name} add primary key (${key.join(', ')})`,
    ...shape.indexes.map(({ make }) => make),
    ...shape.triggers.map(({ make }) => make),
    ...shape.grants,
    ...counter(shape.grantees),
    `alter table ${name} attach partition ${first} for values from (minvalue) to ('${bound.toISOString()}')`,
    `alter table ${first} drop constraint ${constraint}`,
    ...shape.views,
  )
}

/** The statements that make the first partition's key match that of the whole table. */
function keyOf(
  first: string,
  { newKey, former }: { newKey: string | null; former: readonly TableKey[] },
): string[] {
  const names = former.map(({ name }) => escapeIdentifier(name))
  if (newKey === null)
    return names.map((name) => `alter table ${first} rename constraint ${name} to ${first}_pkey`)
  return [
    ...names.map((name) => `alter table ${first} drop constraint ${name}`),
    `alter table ${first} add constraint ${first}_pkey primary key using index ${newKey}`,
  ]
}

/**
 * Detaches a table's sequence: PostgreSQL before 17 has no identity columns in partitioned tables.
 * @returns the statements that let the partitioned table continue the sequence
 */
async function takeCounter(
  client: Client,
  table: string,
  counter: TableShape['counter'],
): Promise<(grantees: readonly string[]) => readonly string[]> {
  if (counter === null) return () => []
  const column = escapeIdentifier(counter.column)
  const sequence = escapeIdentifier(counter.sequence)
  const { rows } = await client.query<{ last: string; is_called: boolean }>(
    `select last_value::text as last, is_called from ${sequence}`,
  )
  await client.query(`alter table ${table} alter ${column} drop identity`)
  return (grantees) => [
    `create sequence ${sequence} owned by ${table}.${column}`,
    ...rows.map(({ last, is_called }) => `select setval('${sequence}', ${last}, ${is_called})`),
    `alter table ${table} alter ${column} set default nextval('${sequence}')`,
    ...grantees.map((grantee) => `grant usage on sequence ${sequence} to ${grantee}`),
  ]
}
