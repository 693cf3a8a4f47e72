import type { Query } from '@cambio/server/postgres/Database.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'

/** One thing of a database, as a line of text. */
type Line = { readonly line: string }

/** Everything that a program finds in its schema: what is there, by its definition and its rights, and every row. */
export async function describeDatabase(query: Query, schema: string): Promise<string[]> {
  const described = await query<Line>(statement(DEFINITIONS, schema))
  const tables = await query<{ name: string }>(
    statement(
      `select relname as name from pg_class where relnamespace = $1::text::regnamespace and relkind in ('r', 'p')
        and relname <> 'migration' order by 1`,
      schema,
    ),
  )
  const lines = described.map(({ line }) => line)
  for (const { name } of tables) {
    // When they were made is not what they are.
    const rows = await query<Line>(
      statement(`
        select '${name} has ' || (select json_object_agg(key, value order by key) from json_each_text(to_json(t))
          where key !~ '(^|_)at$')::text as line from ${name} t`),
    )
    lines.push(...rows.map(({ line }) => line))
  }
  const applied = await query<Line>(statement(`select name || ' ' || checksum as line from migration`))
  return [...lines, ...applied.map(({ line }) => line)].toSorted()
}

/** Columns are told in their order, whatever was dropped between them. Tests switch the vacuum off for tables of theirs. */
const DEFINITIONS = `
  with own as (select * from pg_class where relnamespace = $1::text::regnamespace),
  rights as (
    select 'table ' || relname as of, relacl as acl from own
    union all select 'column ' || relname || '.' || attname, attacl
      from own join pg_attribute on attrelid = own.oid where attnum > 0 and not attisdropped
    union all select 'function ' || proname, proacl from pg_proc where pronamespace = $1::text::regnamespace
    union all select 'schema', nspacl from pg_namespace where oid = $1::text::regnamespace
  )
  select format('%s %s column %s %s %s not null %s default %s identity %s generated %s storage %s', relkind, relname,
    row_number() over (partition by attrelid order by attnum), attname, format_type(atttypid, atttypmod), attnotnull,
    pg_get_expr(adbin, adrelid), attidentity, attgenerated, attstorage) as line
  from own join pg_attribute a on attrelid = own.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attnum > 0 and not attisdropped
  union all
  select format('%s %s persistence %s options %s rows secured %s', relkind, relname, relpersistence,
    array_remove(coalesce(reloptions, '{}'), 'autovacuum_enabled=off'), relrowsecurity) from own
  union all
  select format('constraint %s of %s: %s', conname, conrelid::regclass, pg_get_constraintdef(oid))
  from pg_constraint where connamespace = $1::text::regnamespace and contype <> 'n'
  union all
  select 'index ' || indexdef from pg_indexes where schemaname = $1::text
  union all
  select 'view ' || relname || pg_get_viewdef(oid) from own where relkind in ('v', 'm')
  union all
  select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t join own on tgrelid = own.oid where not tgisinternal
  union all
  select 'function ' || pg_get_functiondef(oid) from pg_proc
  where pronamespace = $1::text::regnamespace and prokind in ('f', 'p')
  union all
  select format('type %s %s', typname, (select array_agg(enumlabel order by enumsortorder) from pg_enum
    where enumtypid = t.oid)) from pg_type t where typnamespace = $1::text::regnamespace and typtype in ('e', 'd')
  union all
  select format('sequence %s', to_json(s)::text) from pg_sequences s where schemaname = $1::text
  union all
  select format('policy %s', to_json(p)::text) from pg_policies p where schemaname = $1::text
  union all
  select format('%s: %s may %s, may grant it %s', of, grantee::regrole, privilege_type, is_grantable)
  from rights, aclexplode(acl) where acl is not null`
