import * as Rate from '@cambio/wire/Rate.ts'
import type { Journal } from '../src/books/Journal.ts'
import { step } from '../src/order/life/step.ts'
import { attentionReasonOf } from '../src/order/life/stops.ts'
import { statusLog, type Fact, type Order } from '../src/order/Order.ts'
import type { Quote } from '../src/price/Quote.ts'
import { payin } from './cardPayins.ts'

/*
 * An order of 100 EUR by card, and lives of it, for tests.
 */

export const start = new Date('2030-01-01T00:00:00.000Z')

export const quote: Quote = {
  payin,
  payout: { units: 34_000_000_000_000_000n, currency: 'ETH' },
  payinGroup: 'card',
  payoutGroup: 'crypto',
  rate: Rate.parse('2763.75', 'EUR', 'ETH'),
  payinFee: { units: 120n, currency: 'EUR' },
  marginFee: { units: 290n, currency: 'EUR' },
  payoutFee: { units: 290_000_000_000_000n, currency: 'ETH' },
  leftover: { units: 1n, currency: 'EUR' },
  payinEur: payin,
  payoutEur: { units: 9_400n, currency: 'EUR' },
  marginEur: { units: 290n, currency: 'EUR' },
  fees: { networkBps: 120n, serviceBps: 290n, spreadBps: 50n, transferEurCents: 80n },
}

export const placed: Order = {
  id: 'ABCDE-123456',
  partnerId: 'p1',
  partnerOrderId: 'shop-1',
  requestId: 'r1',
  origin: 'widget',
  callbackVersion: 2,
  statuses: 'all',
  clientId: 'c1',
  email: 'doe@example.com',
  payerEmail: 'doe@example.com',
  quote,
  destination: { address: '0x52908400098527886E0F7030069857D2E4169EE7', memo: null },
  firstPayout: quote.payout,
  purchase: null,
  coupon: null,
  asFirst: false,
  floating: false,
  clientIp: '127.0.0.1',
  clientCountry: 'DE',
  remoteCountry: null,
  createdAt: start,
  metadata: {},
  status: 'payin_pending',
  substatus: null,
  seq: 1,
  events: [{ seq: 1, fact: 'placed', status: 'payin_pending', substatus: null, at: start }],
  expiresAt: new Date(start.getTime() + 3_600_000),
  priceGuaranteedUntil: null,
  payin: { is: 'card', attempts: [] },
  checked: false,
  payout: null,
  child: null,
  limit: null,
  errorMessage: null,
  stops: [],
}

/** A placed order that is paid by bank transfer. */
export const byTransfer: Order = {
  ...placed,
  quote: { ...quote, payinGroup: 'sepa' },
  floating: true,
  payin: { is: 'transfer', transfers: [] },
}

/** A transfer of the order's amount or another, from a payer whose account the bank names or does not. */
export function transferReceived(entry: string, iban: string | null, units = payin.units): Fact {
  const payer = { name: 'Jane Doe', iban }
  return { is: 'transfer_came', entry, amount: { units, currency: 'EUR' }, payer, note: 'statement' }
}

export const sending: Fact = { is: 'payout_sending' }
export const sent: Fact = { is: 'payout_sent', txid: 'ff' }
export const paid: Fact = { is: 'payout_done', txid: 'ff' }
export const payoutRejected: Fact = {
  is: 'payout_rejected',
  payoutId: `${placed.id}-payout`,
  reason: 'AC04',
  note: 'the bank',
}
export const payoutFailed: Fact = { is: 'payout_failed', reason: 'it moved nothing' }
export const payoutRefused: Fact = { is: 'payout_refused', reason: 'unknown account' }

/** Lives through facts, a second apart, collecting what the books hear. */
export function live(facts: readonly Fact[], from: Order = placed): { order: Order; journals: Journal[] } {
  const journals: Journal[] = []
  const order = facts.reduce((before, fact, index) => {
    const change = step(before, fact, new Date(start.getTime() + (index + 1) * 1000))
    journals.push(...(change?.journals ?? []))
    return change?.next ?? before
  }, from)
  return { order, journals }
}

export function statuses(order: Order): string[] {
  return statusLog(order).map(({ status }) => status)
}

/** An order with the reason that it waits for the operator by, to be compared as one. */
export function withAttentionReason<Found extends Order | undefined>(order: Found) {
  return order && { ...order, attentionReason: attentionReasonOf(order) }
}
