import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { copyBooks, copyRow, inParts, updateInParts } from '@cambio/server/testing/postgres/testingCopies.ts'
import type { Rig } from '../rig.ts'
import { openShop } from '../shop.ts'
import { success } from './liveThrough.ts'

/** The tables that grow with payments and with what merchants send. */
export const tables = [
  'merchant',
  'transaction',
  'question',
  'transaction_log',
  'operation',
  'notification',
  'notification_address',
  'vault_card',
  'fields_session',
  'limit_window',
  'signature_nonce',
  'posting',
  'journal',
]
/** Those that rows wait in. */
const waiting = ['transaction', 'operation', 'notification', 'fields_session']

/** Has the planner know these tables as they are now, and from here on nothing newer by itself. */
export async function lookAtTables(rig: Rig): Promise<void> {
  for (const table of tables)
    await rig.owner.query(statement(`alter table ${table} set (autovacuum_enabled = off)`))
  await rig.owner.query(statement(`analyze ${tables.join(', ')}`))
}

/**
 * So many payments that ended long ago, every other one declined, with all that they left, and as much of everything
 * else.
 */
export async function manyPayments(rig: Rig, count: number): Promise<void> {
  await openShop(rig).handedIn(success)
  await rig.sale({ order_id: 'template', req_token: 'Y' })
  rig.pass(1_000)
  await rig.settle()
  await rig.owner.transaction(async (query) => {
    // What a row has to stand beside, and what follows from it, is of no interest here.
    await query(statement('set local session_replication_role = replica'))
    for (const [table, columns] of Object.entries(copied))
      await copyRow(query, { table, own: columns, count })
    for (const text of written)
      await inParts(count, (from, to) =>
        query(statement(`${text} generate_series($1::int4, $2::int4) n`, from, to)),
      )
  })
  await copyBooks(rig.owner, count)
}

const old = `'old-' || n`
const id = `md5(${old})::uuid`
const hash = `sha256((${old})::bytea)`
const far = `now() + interval '10 years'`
const rests = { due_at: 'null', lease_until: 'null', leased_by: 'null' }

/** What is written of each number where there is no row to copy. */
const written = [
  `insert into question select ${id}, ${far} from`,
  `insert into notification_address select ${old}, '{}', null from`,
  `insert into limit_window select 'sale-budget', ${old}, 1, ${far} from`,
  `insert into signature_nonce select m.id, ${hash}, ${far}
    from (select id from merchant order by created_at limit 1) m,`,
]

/** What is another in each copy of a table's row. */
const copied: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  merchant: { id },
  transaction: {
    id,
    order_id: old,
    fingerprint: hash,
    created_at: `t.created_at - interval '1 year' + n * interval '1 second'`,
    vault_id: 'null',
    state: `case n % 2 when 0 then 'declined' else 'settled' end`,
    reference: old,
    captured: `case n % 2 when 0 then 0 else t.units end`,
    refunding: '0',
    refunded: '0',
    decline_reason: `case n % 2 when 0 then 'Declined by processing' end`,
    ...rests,
  },
  transaction_log: { transaction_id: id },
  operation: { id: old, transaction_id: id, state: `'done'`, ...rests },
  notification: { id: old, transaction_id: id, state: `'delivered'`, ...rests },
  vault_card: { id, token_hash: hash, fingerprint: hash },
  fields_session: { id_hash: hash, token_hash: hash, taken_at: 't.created_at', ...rests },
}

/** Has all of the old rows wait for something far away. */
export async function letAllWait(rig: Rig): Promise<void> {
  const { query } = rig.owner
  await updateInParts(query, {
    table: 'notification',
    set: `state = 'waiting', attempts = 0`,
    where: `id like 'old%' and state <> 'waiting'`,
  })
  await updateInParts(query, {
    table: 'operation',
    set: `state = 'open'`,
    where: `id like 'old%' and state <> 'open'`,
  })
  for (const table of waiting)
    await updateInParts(query, {
      table,
      set: `due_at = now() + interval '100 years'`,
      where: 'due_at is null',
    })
}
