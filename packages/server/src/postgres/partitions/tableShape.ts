import type { Client } from 'pg'

/** A constraint by which a table's rows are unique, and its columns as SQL. */
export type TableKey = { readonly name: string; readonly columns: string; readonly isPrimary: boolean }

/** What belongs to a table beside its columns, as statements that make it again on another table with the same name. */
export type TableShape = {
  readonly owner: string
  readonly keys: readonly TableKey[]
  readonly indexes: readonly { readonly name: string; readonly make: string }[]
  readonly triggers: readonly {
    readonly name: string
    readonly make: string
    readonly isForEachRow: boolean
  }[]
  readonly grants: readonly string[]
  /** The roles with any right on it, except its owner. */
  readonly grantees: readonly string[]
  /** Views that read it, as statements that have them read the table of its name. */
  readonly views: readonly string[]
  /** The identity column; null where there is none. */
  readonly counter: { readonly column: string; readonly sequence: string } | null
}

/**
 * The shape of a table.
 * @param newKey the index that will be its key, and is not part of its shape; null where its key stays
 * @throws Error where the table has something that a partitioned one cannot have, or that is not copied
 */
export async function tableShape(client: Client, table: string, newKey: string | null): Promise<TableShape> {
  const ask = async <Row extends object>(text: string) => (await client.query<Row>(text, [table])).rows
  const indexes = await ask<{
    name: string
    make: string
    is_unique: boolean
    key: TableKey | null
  }>(INDEXES)
  const own = indexes.filter(({ name }) => name !== newKey)
  const keys = own.flatMap(({ key }) => key ?? [])
  const others = own.filter((index) => index.key === null)
  if (!keys.some(({ isPrimary }) => isPrimary) || others.some(({ is_unique }) => is_unique))
    throw new Error(`The keys of ${table} cannot be those of a divided table`)
  if ((await ask(REFERENCES)).length > 0)
    throw new Error(`${table} refers to another table, or is referred to`)
  const [about] = await ask<{ owner: string; column: string | null; sequence: string | null }>(ABOUT)
  if (about === undefined) throw new Error(`There is no table ${table}`)
  const grants = await ask<{ grant: string; grantee: string }>(GRANTS)
  return {
    owner: about.owner,
    keys,
    indexes: others.map(({ name, make }) => ({ name, make })),
    triggers: await ask<TableShape['triggers'][number]>(TRIGGERS),
    grants: grants.map(({ grant }) => grant),
    views: (await ask<{ make: string }>(VIEWS)).map(({ make }) => make),
    grantees: [...new Set(grants.map(({ grantee }) => grantee))],
    counter:
      about.column === null || about.sequence === null
        ? null
        : { column: about.column, sequence: about.sequence },
  }
}

const INDEXES = `
  select c.relname as name, pg_get_indexdef(i.indexrelid) as make, i.indisunique as is_unique,
    case when n.conname is not null then json_build_object('name', n.conname,
      'columns', substring(pg_get_constraintdef(n.oid) from '[(](.*)[)]'), 'isPrimary', n.contype = 'p') end as key
  from pg_index i join pg_class c on c.oid = i.indexrelid
    left join pg_constraint n on n.conindid = i.indexrelid and n.contype in ('p', 'u')
  where i.indrelid = $1::regclass order by c.relname`

const REFERENCES = `
  select conname from pg_constraint where contype = 'f' and $1::regclass in (conrelid, confrelid)`

const ABOUT = `
  select c.relowner::regrole::text as owner, a.attname as column,
    (select s.relname from pg_class s where s.oid = pg_get_serial_sequence($1, a.attname)::regclass) as sequence
  from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped
  where c.oid = $1::regclass`

const TRIGGERS = `
  select tgname as name, pg_get_triggerdef(oid) as make, (tgtype & 1) = 1 as "isForEachRow"
  from pg_trigger where tgrelid = $1::regclass and not tgisinternal order by tgname`

/** A view goes by the table itself, and would follow it to another name. */
const VIEWS = `
  select distinct format('create or replace view %I as %s', v.relname, pg_get_viewdef(v.oid)) as make
  from pg_depend d join pg_rewrite r on r.oid = d.objid join pg_class v on v.oid = r.ev_class
  where d.classid = 'pg_rewrite'::regclass and d.refclassid = 'pg_class'::regclass and d.refobjid = $1::regclass
    and v.relkind = 'v' order by 1`

const GRANTS = `
  with given as (
    select relowner, relname, null::name as attname, relacl as acl from pg_class where oid = $1::regclass
    union all
    select relowner, relname, attname, attacl
    from pg_class c join pg_attribute a on a.attrelid = c.oid where c.oid = $1::regclass and not attisdropped
  ),
  named as (
    select given.*, privilege_type, case g.grantee when 0 then 'public' else g.grantee::regrole::text end as grantee
    from given, aclexplode(acl) g where acl is not null and g.grantee <> relowner
  )
  select format('grant %s %s on %I to %s', privilege_type, '(' || quote_ident(attname) || ')', relname, grantee) as grant,
    grantee
  from named order by 1`
