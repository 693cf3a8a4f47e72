import type { Database } from '@cambio/server/postgres/Database.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { copyBooks, copyRow } from '@cambio/server/testing/postgres/testingCopies.ts'

const old = `'old-' || n`
const hash = `sha256((${old})::bytea)`
const hex = `encode(${hash}, 'hex')`
const wallet = `'0x' || left(${hex}, 40)`
const transaction = `'0x' || ${hex}`
const far = `now() + interval '10 years'`
const rests = { due_at: 'null', lease_until: 'null', leased_by: 'null' }

/**
 * The tables that grow with orders, each with the columns that differ between the copies of one row. The copies stand for
 * orders that ended long ago.
 */
const copied: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  orders: {
    ...rests,
    id: old,
    partner_order_id: old,
    request_id: 'null',
    client_id: old,
    email: `${old} || '@example.com'`,
    status: `'expired'`,
    substatus: 'null',
    payout_id: 'null',
    payout_state: 'null',
    payout_txid: 'null',
    child_id: 'null',
    hold_reason: 'null',
    coupon: 'null',
    expires_at: 'null',
    payin_address: wallet,
    created_at: `t.created_at - interval '1 year' + n * interval '1 second'`,
  },
  order_event: { order_id: old },
  order_metadata: { order_id: old },
  order_legal_notice: { order_id: old },
  order_act: { id: old, order_id: old },
  callback: {
    ...rests,
    id: old,
    order_id: old,
    state: `'acknowledged'`,
    ended_at: 't.created_at',
    event: '-n',
  },
  withdrawal_code: {
    ...rests,
    order_id: old,
    uuid: old,
    callback_id: old,
    state: `'acknowledged'`,
    expires_at: far,
    event: '-n',
  },
  partner_order_claim: { partner_order_id: old },
  client: { id: old, email: `${old} || '@example.com'` },
  client_account: { client_id: old, external_id: old },
  person_mark: { client_id: old, mark: old, order_id: old },
  session: { token_hash: hash, client_id: old, expires_at: far },
  login_token: { token_hash: hash, client_id: old, expires_at: far },
  verification: { token_hash: hash, client_id: old, order_id: old, expires_at: far },
  entry_code: { entry: old, expires_at: far },
  mail_code: { email: old, expires_at: far },
  limit_window: { key: old, ends_at: far },
  idempotency: { key: old },
  widget_request: { id: old, partner_order_id: old, expires_at: far, used: 'true' },
  quote: { id: old, request_id: old, expires_at: far },
  card_form: { session_id: old, order_id: old },
  attempt: {
    order_id: old,
    platform_order_id: old,
    session_id: old,
    state: `'declined'`,
    opened_at: `t.opened_at - interval '1 year'`,
    network: old,
    card_key: old,
  },
  inbox: { ...rests, source: `'card'`, reference: old, due_at: far },
  deposit: { order_id: old, entry: old, sender: wallet },
  transfer: { order_id: old, entry: old, payer_iban: old },
  bank_entry: { reference: old, order_id: old, identity: old },
  bank_payment: { id: old, order_id: old, partner_id: 'null', state: `'sent'` },
  chain_deposit_address: { address: wallet, order_id: old, number: '1000000 + n' },
  chain_deposit: {
    id: old,
    order_id: old,
    address: wallet,
    txid: transaction,
    signer: wallet,
    state: `'final'`,
    is_told: 'true',
    block_number: '-1',
    block_hash: transaction,
    mined_at: 'now()',
  },
  chain_payout: { payout_id: old, order_id: old, nonce: '1000000 + n', block_number: '-1' },
  chain_transaction: { txid: transaction, payout_id: old },
  chain_income: { id: old, block_number: '-1' },
  sandbox_transfer: { payout_id: old, txid: hex, refused: 'null' },
}

/** Every table that is copied, and the two of the books. */
export const oldTables: readonly string[] = [...Object.keys(copied), 'journal', 'posting']

/**
 * Copies one row of each table `count` times, and one journal of the books, as the owner of the tables.
 * @returns the tables that had a row to copy
 */
export async function copyOld(owner: Database, count: number): Promise<readonly string[]> {
  const filled: string[] = []
  for (const [table, own] of Object.entries(copied)) {
    const first = await owner.query(statement(`select from ${table} limit 1`))
    if (first.length === 0) continue
    filled.push(table)
    // As a replica, PostgreSQL checks no foreign keys and fires no triggers.
    await owner.transaction(async (query) => {
      await query(statement(`set local session_replication_role = replica`))
      await copyRow(query, { table, own, count })
    })
  }
  await copyBooks(owner, count)
  return [...filled, 'journal', 'posting']
}
