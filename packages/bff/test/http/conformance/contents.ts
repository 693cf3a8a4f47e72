import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { schema } from '../../../src/store/openStore.ts'
import type { Rig } from '../../rig.ts'

/** Tables that count what is refused, so that guessing has an end, or list it for whoever asked. */
const counters = new Set(['limit_window', 'entry_code', 'partner_request'])

/** Everything that the database holds, as a digest for each table: the same one means that nothing was written. */
export async function contents(rig: Rig): Promise<Readonly<Record<string, string>>> {
  const digests = (await tablesOf(rig)).map(
    (
      name,
    ) => `select '${name}' as name, coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as digest
      from ${schema}."${name}" t`,
  )
  const rows = await rig.owner.query<{ name: string; digest: string }>(statement(digests.join(' union all ')))
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

async function tablesOf(rig: Rig): Promise<readonly string[]> {
  const tables = await rig.owner.query<{ tablename: string }>(
    statement('select tablename from pg_tables where schemaname = $1 order by tablename', schema),
  )
  return tables.map(({ tablename }) => tablename).filter((name) => !counters.has(name))
}
