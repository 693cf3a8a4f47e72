import { networkOf } from '@cambio/server/http/clientAddress.ts'
import type { Statement } from '@cambio/server/postgres/Database.ts'
import { dueAtOf } from '../transaction/dueAtOf.ts'
import type { Transaction } from '../transaction/Transaction.ts'
import type { CardRecord } from '../vault/cardRecord.ts'

/** A transaction that is accepted, with what is stored beside it. */
export type Accepting = {
  readonly transaction: Transaction
  readonly fingerprint: Buffer
  /** Hash of the one-time token that it uses up. */
  readonly usedUp: Buffer | null
  /** The vault record for its card, unless the vault has the card already. */
  readonly record: CardRecord | null
  /** The lock of the process that works on it. */
  readonly leaseOwner: number | null
}

/** The columns of an accepted transaction that has no vault record. */
export function acceptedColumns({
  transaction,
  fingerprint,
}: Pick<Accepting, 'transaction' | 'fingerprint'>) {
  const { money, means, payer, term } = transaction
  return {
    id: transaction.id,
    merchant_id: transaction.merchantId,
    order_id: transaction.orderId,
    fingerprint,
    seq: transaction.seq,
    state: transaction.state,
    currency: money.currency,
    units: money.units,
    acquirer: transaction.acquirer,
    descriptor: transaction.descriptor,
    capture_delay_ms: transaction.captureDelayMs,
    mask: means.mask,
    exp_month: means.expiry.month,
    exp_year: means.expiry.year,
    wallet: means.wallet,
    by_token: transaction.byToken,
    payer_email: payer.email,
    payer_name: payer.name,
    payer_ip: payer.ip,
    payer_network: networkOf(payer.ip),
    term_url: term.url,
    term_target: term.target,
    created_at: transaction.createdAt,
  }
}

/** The name of each column's value in a statement. */
type AcceptedNames = Readonly<Record<keyof ReturnType<typeof acceptedColumns>, string>>

/**
 * The statement that stores an accepted transaction. It returns one row with the id of the card's vault record, and none
 * when the order has a transaction already or the token is used up. Parts that are not needed are left out, as in
 * `changeStatement`.
 */
export function acceptStatement({
  transaction,
  fingerprint,
  usedUp,
  record,
  leaseOwner,
}: Accepting): Statement {
  const values: unknown[] = []
  const $ = (value: unknown) => `$${values.push(value)}`
  const accepting = Object.entries(acceptedColumns({ transaction, fingerprint }))
  const names = Object.fromEntries(accepting.map(([name, value]) => [name, $(value)])) as AcceptedNames
  const columns: Record<string, string> = { ...names }
  const {
    merchant_id: merchant,
    order_id: order,
    fingerprint: request,
    created_at: at,
    mask,
    exp_month: month,
    exp_year: year,
  } = names
  const dueAt = $(dueAtOf(transaction, transaction.createdAt))
  const before: Record<string, string> = {}
  if (usedUp !== null)
    before['taken'] = `
    update fields_session set taken_at = ${at}, key_id = null, wrapped_key = null, sealed = null, sealed_code = null,
      due_at = null, lease_until = null
    where token_hash = ${$(usedUp)} and taken_at is null and token_expires_at > ${at}
      and not exists (select from transaction where merchant_id = ${merchant} and order_id = ${order}
        and (state <> 'declined' or fingerprint = ${request}))
    returning id_hash`
  const after: Record<string, string> = {
    asked: `
    insert into question (transaction_id, due_at, lease_until, leased_by)
    select id, ${dueAt}, ${dueAt}, ${$(leaseOwner)} from accepted`,
  }
  if (record !== null) {
    const cardPrint = $(record.fingerprint)
    const recordId = $(record.id)
    before['stored'] = `
    select id from vault_card
    where merchant_id = ${merchant} and fingerprint = ${cardPrint} and activated_at is not null
    order by created_at, id limit 1`
    columns['vault_id'] = `coalesce((select id from stored), ${recordId}::uuid)`
    after['vaulted'] = `
    insert into vault_card (id, merchant_id, token_hash, fingerprint, key_id, wrapped_key, sealed, mask, exp_month,
      exp_year, created_at)
    select ${recordId}, ${merchant}, ${$(record.tokenHash)}, ${cardPrint}, ${$(record.keyId)}, ${$(record.wrappedKey)},
      ${$(record.sealed)}, ${mask}, ${month}, ${year}, ${at} from accepted where vault_id = ${recordId}`
  }
  const accepted = `
    insert into transaction (${Object.keys(columns).join(', ')})
    select ${Object.values(columns).join(', ')}
    ${usedUp === null ? '' : 'where exists (select from taken)'}
    on conflict do nothing
    returning id, vault_id`
  return {
    name: ['transaction_accept', ...Object.keys(before), ...Object.keys(after)].join('_'),
    text: `
  with ${Object.entries({ ...before, accepted, ...after })
    .map(([name, text]) => `${name} as (${text})`)
    .join(',\n  ')}
  select vault_id from accepted`,
    values,
  }
}
