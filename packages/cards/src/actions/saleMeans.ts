import type { Money } from '@cambio/wire/Money.ts'
import { Cvv } from '../means/card/Card.ts'
import type { MeansOfPayment } from '../means/MeansOfPayment.ts'
import { isPublishedTestNumber } from '../means/publishedTestNumbers.ts'
import { numberIn, readMeans } from '../means/readMeans.ts'
import type { Merchant } from '../merchant/Merchant.ts'
import type { Platform } from '../Platform.ts'
import { blank, notValid, Refusal } from '../protocol/Refusal.ts'
import type { SaleFields } from '../protocol/requests.ts'
import { openToken } from '../vault/tokens.ts'

/** What a SALE is paid with, and how it was sent. */
export type SaleMeans = {
  readonly means: MeansOfPayment
  /** Whether it was sent as a token. */
  readonly byToken: boolean
  /** Hash of a token that this SALE uses up. */
  readonly usedUp: Buffer | null
  /** Whether a reusable token is wanted for it. A means of payment that already has one needs no other. */
  readonly stores: boolean
}

/**
 * What a SALE is paid with: its own data, or what its token stands for.
 * @throws Refusal for an unknown token, a missing field, an amount that a wallet's buyer did not approve, or a test
 * card of a live merchant
 */
export async function saleMeans(
  platform: Platform,
  merchant: Merchant,
  fields: SaleFields,
  money: Money,
): Promise<SaleMeans> {
  const own = readMeans(fields)
  const found = own
    ? { means: own, byToken: false, usedUp: null, stores: fields.req_token === 'Y' }
    : await behindToken(platform, merchant, fields, money)
  if (merchant.mode === 'live' && isPublishedTestNumber(found.means.pan.reveal()))
    throw notValid(numberIn(fields)?.field ?? 'card_number')
  return found
}

async function behindToken(
  platform: Platform,
  merchant: Merchant,
  fields: SaleFields,
  money: Money,
): Promise<SaleMeans> {
  const found = await openToken(platform, merchant.id, fields.card_token ?? '')
  if (found.is === 'handed_in') {
    const { means, usedUp, stores, approved } = found
    if (approved !== null) checkApproved(approved, money)
    return { means, byToken: true, usedUp, stores }
  }
  if (!merchant.tokenization) throw new Refusal('token_not_accessible')
  if (fields.card_cvv2 === undefined) throw blank('card_cvv2')
  const means = { ...found.card, cvv: new Cvv(fields.card_cvv2) }
  return { means, byToken: true, usedUp: null, stores: false }
}

/** A wallet's buyer approved one amount, so no other is charged. @throws Refusal `invalid` */
function checkApproved(approved: Money, { units, currency }: Money): void {
  if (approved.currency !== currency) throw notValid('order_currency')
  if (approved.units !== units) throw notValid('order_amount')
}

/** Refuses a card number in any other field, where it would be stored unencrypted. @throws Refusal `invalid` */
export function refuseNumberInOtherField(fields: SaleFields): void {
  const own = numberIn(fields)
  if (own === undefined) return
  const { field, number } = own
  const containsCardNumber = (text = '') =>
    text.length >= number.length && text.replace(/[ -]/g, '').includes(number)
  const others = Object.entries(fields).filter(([name]) => name !== field)
  const holding = others.filter(([, value]) => containsCardNumber(value))
  if (holding.length > 0)
    throw new Refusal(
      'invalid',
      holding.map(([name]) => `${name}: This value is not valid.`),
    )
}
