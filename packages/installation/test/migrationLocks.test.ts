import { plan as exchange } from '@cambio/bff/store/openStore.ts'
import { plan as cards } from '@cambio/cards/program/openStore.ts'
import { migrate } from '@cambio/server/postgres/migrate.ts'
import { statement, testDatabase } from '@cambio/server/testing/postgres/testing.ts'
import { expect, test } from 'vitest'

/*
 * A migration runs while programs write. One that has locked a table against writers, and then needs it alone, ends at
 * once each statement that has read the table and waits to write it: the two wait for each other.
 */

/** Notes which tables that were there before a transaction of ours keeps others from writing, and how. */
const WATCH = [
  'create schema watched',
  'create table watched.made (transaction xid8, relation oid)',
  'create table watched.lock (number int4 generated always as identity, transaction xid8, relation oid, mode text)',
  `create function watched.note() returns event_trigger language plpgsql as $$ begin
    insert into watched.made
    select pg_current_xact_id(), objid from pg_event_trigger_ddl_commands()
    where classid = 'pg_class'::regclass and command_tag = 'CREATE TABLE';
    insert into watched.lock (transaction, relation, mode)
    select pg_current_xact_id(), relation, mode from pg_locks
    where pid = pg_backend_pid() and locktype = 'relation'
      and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock');
  end $$`,
  'create event trigger watch on ddl_command_end execute function watched.note()',
]

const strengthened = (schema: string) => `
  select distinct
    coalesce((select name from ${schema}.migration m where m.xmin::text = transaction::text), 'an online form') as file,
    c.relname as table
  from watched.lock weak join watched.lock strong using (transaction, relation)
    join pg_class c on c.oid = relation
  where weak.mode <> 'AccessExclusiveLock' and strong.mode = 'AccessExclusiveLock' and c.relkind in ('r', 'p')
    and not exists (
      select from watched.lock earlier
      where (earlier.transaction, earlier.relation) = (weak.transaction, weak.relation)
        and earlier.mode = 'AccessExclusiveLock' and earlier.number < weak.number
    )
    and not exists (select from watched.made m where (m.transaction, m.relation) = (weak.transaction, weak.relation))
`

/** Those of before this rule, which are never edited. */
const OLDER = new Set([
  'chain/002_chain_payout.sql',
  ...[
    '005_balances',
    '012_partners',
    '018_speed',
    '028_place',
    '069_withdrawal_locks',
    '070_mailed_code_links',
    '110_brand',
    '128_passkeys',
    '130_partner_moves',
    '143_onward_moves',
  ].map((name) => `migrations/${name}.sql`),
])

test.each([exchange, cards])(
  'each migration of the $title takes the strongest lock of a table first',
  async ({ schema, appRole, migrations: directories }) => {
    const held = await testDatabase({ schema, appRole, directories: [] })
    const query = (text: string) => held.owner.query<{ file: string; table: string }>(statement(text))
    try {
      for (const text of WATCH) await query(text)
      await migrate({ url: held.ownerUrl, schema, appRole, directories })
      const found = await query(strengthened(schema))
      expect(found.filter(({ file }) => !OLDER.has(file))).toEqual([])
    } finally {
      await held.close()
    }
  },
)
