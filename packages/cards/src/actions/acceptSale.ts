import { isAnswerLost } from '@cambio/server/postgres/DatabaseUnavailable.ts'
import { retryUntilAvailable } from '@cambio/server/postgres/retryUntilAvailable.ts'
import type { Money } from '@cambio/wire/Money.ts'
import { viewOf } from '../means/MeansView.ts'
import type { Merchant } from '../merchant/Merchant.ts'
import type { Platform } from '../Platform.ts'
import { Refusal } from '../protocol/Refusal.ts'
import type { SaleFields } from '../protocol/requests.ts'
import { SANDBOX } from '../sandbox/sandboxAcquirer.ts'
import type { SaleStatements } from '../store/saleStatements.ts'
import { findTransaction } from '../store/transactions.ts'
import type { Transaction } from '../transaction/Transaction.ts'
import { cardRecordOf } from '../vault/cardRecord.ts'
import type { SaleMeans } from './saleMeans.ts'

/** A valid SALE. `fingerprint` identifies the whole request. */
type Sale = { readonly money: Money; readonly paidWith: SaleMeans; readonly fingerprint: Buffer }

/**
 * Stores a SALE before the acquirer is asked. One statement writes the transaction, the card's vault record if a token was
 * requested, and the use of a one-time token. The transaction is leased to this process. If the process dies before it has
 * stored the acquirer's answer, another process asks the acquirer at once.
 * @returns undefined if the order has a transaction already, by this request or another, or the token was used
 * @throws Refusal `merchant_unknown` when the merchant has no acquirer
 */
export async function acceptSale(
  { platform, statements }: { platform: Platform; statements: Pick<SaleStatements, 'accept'> },
  merchant: Merchant,
  fields: SaleFields,
  { money, paidWith, fingerprint }: Sale,
): Promise<Transaction | undefined> {
  const acquirer = platform.acquirers.get(merchant.acquirer)
  // The sandbox must not report moved money to a live merchant.
  if (acquirer === undefined || (merchant.mode === 'live' && acquirer.name === SANDBOX)) {
    throw new Refusal('merchant_unknown')
  }
  const at = platform.clock.now()
  const { means, byToken, usedUp, stores } = paidWith
  const makesToken = stores && merchant.tokenization
  // A wallet's cryptogram is valid for one payment, so there is nothing to store for the next.
  const record = makesToken && means.is === 'card' ? cardRecordOf(platform, merchant.id, means) : null
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
  try {
    const accepted = await statements.accept({
      transaction: fresh,
      fingerprint,
      usedUp,
      record,
      leaseOwner: platform.leaseOwner(),
    })
    return accepted && { ...fresh, ...accepted }
  } catch (error) {
    if (!isAnswerLost(error)) throw error
    // The database's answer was lost: whether it stored the transaction is read by its id.
    const stored = await retryUntilAvailable(READ_AGAIN_MS, () => findTransaction(platform.query, fresh.id))
    if (stored === undefined) throw error
    return stored
  }
}

/** How long to look for the transaction after the database's answer was lost, milliseconds. */
const READ_AGAIN_MS = 5_000
