import { networkOf } from '@cambio/server/clientAddress.ts'
import { isAnswerLost } from '@cambio/server/postgres/DatabaseAway.ts'
import { untilBack } from '@cambio/server/postgres/untilBack.ts'
import type { Money } from '@cambio/wire/Money.ts'
import { viewOf } from './Card.ts'
import type { Merchant } from './Merchant.ts'
import type { Platform } from './Platform.ts'
import { SANDBOX } from './sandbox/sandboxAcquirer.ts'
import { Refusal } from './protocol/Refusal.ts'
import type { SaleFields } from './protocol/requests.ts'
import { ASK_AFTER_MS } from './life/dueAtOf.ts'
import { findTransaction } from './store/transactions.ts'
import type { Transaction } from './Transaction.ts'
import { sealText } from './vault/envelope.ts'
import { contextOf, hashOf, type TokenCard } from './vault/tokens.ts'

/** A SALE that was read and found good. */
type Sale = { readonly money: Money; readonly source: TokenCard; readonly fingerprint: Buffer }

/**
 * Writes a SALE down before anybody is asked for money, in one statement: the transaction, the card's record where a
 * token was asked for, and the end of a token that is good for one SALE. It is leased to this process, so that it
 * is asked about at once when this process ends before the answer is written down.
 * @returns undefined when the order has a transaction already (the same request or another) or the token was used up
 */
export async function accept(
  platform: Platform,
  merchant: Merchant,
  fields: SaleFields,
  { money, source, fingerprint }: Sale,
): Promise<Transaction | undefined> {
  const acquirer = platform.acquirers.get(merchant.acquirer)
  // Money that is real never goes to the sandbox, which would say it had moved.
  if (acquirer === undefined || (merchant.mode === 'live' && acquirer.name === SANDBOX)) {
    throw new Refusal('merchant_unknown')
  }
  const at = platform.clock.now()
  const makesToken = fields.req_token === 'Y' && merchant.tokenization
  const record = makesToken && fields.card_number !== undefined ? recordOf(platform, merchant, source) : null
  const card = viewOf(source.card)
  const fresh = {
    id: platform.random.uuid(),
    merchantId: merchant.id,
    orderId: fields.order_id,
    seq: 0,
    createdAt: at,
    money,
    card,
    acquirer: acquirer.name,
    descriptor: merchant.descriptor,
    captureDelayMs: merchant.captureDelayMs,
    byToken: fields.card_number === undefined,
    payer: {
      email: fields.payer_email,
      name: `${fields.payer_first_name} ${fields.payer_last_name}`,
      ip: fields.payer_ip,
    },
    term: { url: fields.term_url_3ds, target: fields.term_url_target ?? '_top' },
    answered: null,
    challenge: null,
    state: 'authorising',
  } as const
  const statement = {
    name: 'transaction_accept',
    text: ACCEPT,
    values: [
      fresh.id,
      fresh.merchantId,
      fresh.orderId,
      fingerprint,
      money.currency,
      money.units,
      fresh.acquirer,
      fresh.descriptor,
      fresh.captureDelayMs,
      card.mask,
      card.expiry.month,
      card.expiry.year,
      fresh.byToken,
      fresh.payer.email,
      fresh.payer.name,
      fresh.payer.ip,
      fresh.term.url,
      fresh.term.target,
      at,
      new Date(at.getTime() + ASK_AFTER_MS),
      source.once,
      record?.id ?? null,
      record?.tokenHash ?? null,
      record?.fingerprint ?? null,
      record?.keyId ?? null,
      record?.wrappedKey ?? null,
      record?.sealed ?? null,
      networkOf(fresh.payer.ip),
      platform.holder(),
    ],
  }
  try {
    const [row] = await platform.query<{ vault_id: string | null }>(statement)
    return row && { ...fresh, vaultId: row.vault_id }
  } catch (error) {
    if (!isAnswerLost(error)) throw error
    // Its answer was lost: what it came to is asked for by its id.
    const stored = await untilBack(LOOK_FOR_MS, () => findTransaction(platform.query, fresh.id))
    if (stored === undefined) throw error
    return stored
  }
}

/** How long an answer that was lost is looked for, milliseconds. */
const LOOK_FOR_MS = 5_000

function recordOf(platform: Platform, merchant: Merchant, { card: { pan, expiry } }: TokenCard) {
  const id = platform.random.uuid()
  const tokenHash = hashOf(platform.keys.token('card', id))
  const number = pan.reveal()
  return {
    id,
    tokenHash,
    fingerprint: platform.keys.fingerprint('card', `${number} ${expiry.month} ${expiry.year}`),
    ...sealText(platform, number, contextOf(merchant.id, tokenHash)),
  }
}

const ACCEPT = `
  with taken as (
    update fields_session set taken_at = $19, key_id = null, wrapped_key = null, sealed = null, sealed_code = null,
      due_at = null, lease_until = null
    where token_hash = $21 and taken_at is null and token_expires_at > $19
      and not exists (select from transaction where merchant_id = $2 and order_id = $3
        and (state <> 'declined' or fingerprint = $4))
    returning id_hash),
  stored as (
    select id from vault_card
    where merchant_id = $2 and fingerprint = $24 and activated_at is not null order by created_at limit 1),
  accepted as (
    insert into transaction (id, merchant_id, order_id, fingerprint, seq, state, currency, units, acquirer, descriptor,
      capture_delay_ms, mask, exp_month, exp_year, by_token, payer_email, payer_name, payer_ip, term_url, term_target,
      created_at, due_at, lease_until, leased_by, vault_id, payer_network)
    select $1, $2, $3, $4, 0, 'authorising', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $20, $29,
      coalesce((select id from stored), $22::uuid), $28
    where $21::bytea is null or exists (select from taken)
    on conflict do nothing
    returning vault_id),
  vaulted as (
    insert into vault_card (id, merchant_id, token_hash, fingerprint, key_id, wrapped_key, sealed, mask, exp_month,
      exp_year, created_at)
    select $22, $2, $23, $24, $25, $26, $27, $10, $11, $12, $19 from accepted where vault_id = $22::uuid)
  select vault_id from accepted`
