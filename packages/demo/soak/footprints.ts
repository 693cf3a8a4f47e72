import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Loaded } from './openStage.ts'
import { rowsOf } from './rowsOf.ts'

/** How much room a table or an index takes, beside what its rows take when they are written anew and nothing else. */
export type Footprint = {
  readonly name: string
  readonly rows: bigint
  readonly bytes: bigint
  readonly freshBytes: bigint
}

/** Every table of a program and every index on it, each beside a fresh copy of the same rows. */
export async function footprints({ schema, database }: Loaded): Promise<readonly Footprint[]> {
  const tables = await rowsOf<Relation>(
    database.query,
    `select relname::text as name, pg_table_size(oid) as bytes from pg_class
    where relnamespace = $1::regnamespace and relkind = 'r' order by 1`,
    schema,
  )
  const all: Footprint[] = []
  for (const table of tables)
    all.push(...(await database.transaction((query) => withIndexes(query, schema, table))))
  return all
}

type Relation = { readonly name: string; readonly bytes: bigint }
type Index = Relation & { readonly definition: string }

async function withIndexes(query: Query, schema: string, table: Relation): Promise<Footprint[]> {
  await rowsOf(query, `create temporary table fresh on commit drop as table ${schema}.${table.name}`)
  const [fresh] = await rowsOf<{ rows: bigint; bytes: bigint }>(
    query,
    `select (select count(*) from fresh) as rows, pg_table_size('fresh') as bytes`,
  )
  const rows = fresh?.rows ?? 0n
  const all = [{ ...table, name: `${schema}.${table.name}`, rows, freshBytes: fresh?.bytes ?? 0n }]
  const indexes = await rowsOf<Index>(
    query,
    `select c.relname::text as name, pg_relation_size(c.oid) as bytes, pg_get_indexdef(c.oid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = $1::regclass order by 1`,
    `${schema}.${table.name}`,
  )
  for (const { name, bytes, definition } of indexes)
    all.push({ name: `${schema}.${name}`, rows, bytes, freshBytes: await freshIndexBytes(query, definition) })
  return all
}

/** Builds the same index on the fresh copy. */
async function freshIndexBytes(query: Query, definition: string): Promise<bigint> {
  await rowsOf(
    query,
    definition.replace(/^(CREATE (?:UNIQUE )?INDEX) \S+ ON (?:ONLY )?\S+ /, '$1 fresh_index ON fresh '),
  )
  const [row] = await rowsOf<{ bytes: bigint }>(query, `select pg_relation_size('fresh_index') as bytes`)
  await rowsOf(query, 'drop index fresh_index')
  return row?.bytes ?? 0n
}
