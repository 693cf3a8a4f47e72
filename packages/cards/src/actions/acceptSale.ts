import { isAnswerLost } from '@cambio/server/postgres/DatabaseAway.ts'
import { untilBack } from '@cambio/server/postgres/untilBack.ts'
import type { Money } from '@cambio/wire/Money.ts'
import type { Card } from '../means/card/Card.ts'
import { viewOf } from '../means/MeansView.ts'
import type { Merchant } from '../merchant/Merchant.ts'
import type { Platform } from '../Platform.ts'
import { Refusal } from '../protocol/Refusal.ts'
import type { SaleFields } from '../protocol/requests.ts'
import { SANDBOX } from '../sandbox/sandboxAcquirer.ts'
import { acceptStatement } from '../store/acceptStatement.ts'
import { findTransaction } from '../store/transactions.ts'
import type { Transaction } from '../transaction/Transaction.ts'
import { sealText } from '../vault/envelope.ts'
import { contextOf, hashOf } from '../vault/tokens.ts'
import type { SaleMeans } from './saleMeans.ts'

/** A SALE that was read and found good. */
type Sale = { readonly money: Money; readonly paidWith: SaleMeans; readonly fingerprint: Buffer }

/**
 * Writes a SALE down before anybody is asked for money, in one statement: the transaction, the card's record where a
 * token was asked for, and the end of a token that is good for one SALE. It is leased to this process, so that it
 * is asked about at once when this process ends before the answer is written down.
 * @returns undefined when the order has a transaction already (the same request or another) or the token was used up
 */
export async function acceptSale(
  platform: Platform,
  merchant: Merchant,
  fields: SaleFields,
  { money, paidWith, fingerprint }: Sale,
): Promise<Transaction | undefined> {
  const acquirer = platform.acquirers.get(merchant.acquirer)
  // Money that is real never goes to the sandbox, which would say it had moved.
  if (acquirer === undefined || (merchant.mode === 'live' && acquirer.name === SANDBOX)) {
    throw new Refusal('merchant_unknown')
  }
  const at = platform.clock.now()
  const { means, byToken, usedUp } = paidWith
  const makesToken = fields.req_token === 'Y' && merchant.tokenization && !byToken
  // A wallet's proof is good for one payment, so nothing of it is kept for another.
  const record = makesToken && means.is === 'card' ? recordOf(platform, merchant, means) : null
  const fresh = {
    id: platform.random.uuid(),
    merchantId: merchant.id,
    orderId: fields.order_id,
    seq: 0,
    createdAt: at,
    money,
    means: viewOf(means),
    acquirer: acquirer.name,
    descriptor: merchant.descriptor,
    captureDelayMs: merchant.captureDelayMs,
    byToken,
    payer: {
      email: fields.payer_email,
      name: `${fields.payer_first_name} ${fields.payer_last_name}`,
      ip: fields.payer_ip,
    },
    term: { url: fields.term_url_3ds, target: fields.term_url_target ?? '_top' },
    vaultId: null,
    answered: null,
    challenge: null,
    state: 'authorising',
  } as const
  const statement = acceptStatement(fresh, {
    fingerprint,
    usedUp,
    record,
    holder: platform.holder(),
  })
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

function recordOf(platform: Platform, merchant: Merchant, { pan, expiry }: Card) {
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
