import { escapeIdentifier, type Client } from 'pg'
import { nameBefore, type PartitionedTable } from './PartitionedTable.ts'
import { tableShape, type TableShape } from './tableShape.ts'

/** What is ready for a table to be divided: an index of its key, null where it has
 * that key already, and a constraint to the time of its rows. */
export type Ready = { readonly bound: Date; readonly newKey: string | null; readonly constraint: string }

/**
 * Puts a divided table in the place of a plain one, which becomes its first partition: no row is copied or read. Belongs
 * in a transaction that has locked the table.
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
    ...keyOf(first, { newKey, former: escapeIdentifier(shape.primaryKey.name) }),
    ...shape.indexes.map(
      (index, place) => `alter index ${escapeIdentifier(index.name)} rename to ${first}_${place + 1}`,
    ),
    // A trigger for each row would be there twice, on the whole table and on this part of it.
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
  )
}

/** The statements that make the key of the first partition that of the whole. */
function keyOf(first: string, { newKey, former }: { newKey: string | null; former: string }): string[] {
  if (newKey === null) return [`alter table ${first} rename constraint ${former} to ${first}_pkey`]
  return [
    `alter table ${first} drop constraint ${former}`,
    `alter table ${first} add constraint ${first}_pkey primary key using index ${newKey}`,
  ]
}

/**
 * Frees a table's counter of it: PostgreSQL before 17 knows no divided table that counts by itself.
 * @returns the statements by which the divided table goes on counting where this one stood
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
