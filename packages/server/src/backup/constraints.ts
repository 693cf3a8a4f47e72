import type { Client } from 'pg'

/**
 * Drops what slows down filling a schema's tables or restricts its order: indexes that are not a table's key, and
 * references between tables.
 * @returns a function that restores all of it, which fails where the rows violate it
 */
export async function dropConstraints(client: Client, schema: string): Promise<() => Promise<void>> {
  const references = await client.query<Dropped>(REFERENCES, [schema])
  const indexes = await client.query<Dropped>(INDEXES, [schema])
  const dropped = [...references.rows, ...indexes.rows]
  for (const { drop } of dropped) await client.query(drop)
  return async () => {
    for (const { make } of dropped.toReversed()) await client.query(make)
  }
}

type Dropped = { readonly drop: string; readonly make: string }

const REFERENCES = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
  from pg_constraint
  where connamespace = (select oid from pg_namespace where nspname = $1) and contype = 'f' and conparentid = 0
  order by conrelid::regclass::text, conname`

const INDEXES = `
  select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as make
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = (select oid from pg_namespace where nspname = $1) and c.relkind = 'i'
    and not c.relispartition and not exists (select from pg_constraint where conindid = i.indexrelid and contype <> 'f')
  order by i.indexrelid::regclass::text`
