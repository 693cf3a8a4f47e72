import { add, subtract, type Money } from '@cambio/wire/Money.ts'
import type { Quote } from '../price/Quote.ts'
import { chart } from './chart.ts'
import { credit, debit, reversed, type Journal } from './Journal.ts'

/** Coins that a payment towards an order bought, at the order's price. */
export type Sale = {
  readonly orderId: string
  /** Which of the order's payments bought them. */
  readonly number: number
  readonly quote: Quote
}

/** Books the purchase of coins with the order's money in one journal, with a line for each fee and for the rounding. */
export function sold({ orderId, number, quote }: Sale): Journal {
  const { payin, payout, payinFee, marginFee, payoutFee, leftover } = quote
  return {
    id: `${orderId}:${number}:sold`,
    kind: 'sold',
    reference: orderId,
    postings: [
      ...debit(chart.order(orderId), payin),
      ...credit(chart.networkFee, payinFee),
      ...credit(chart.serviceFee, marginFee),
      ...credit(chart.rounding, leftover),
      ...credit(chart.liquidity, bought(quote)),
      ...debit(chart.liquidity, add(payout, payoutFee)),
      ...credit(chart.networkFee, payoutFee),
      ...credit(chart.order(orderId), payout),
    ],
  }
}

/** Reverses a sale: the order has its money again instead of the coins. */
export function saleReversed(sale: Sale): Journal {
  return reversed(sold(sale), `${sale.orderId}:${sale.number}:unsold`, 'unsold')
}

/** Coins that leave an order. */
export type Departure = Pick<Sale, 'orderId' | 'quote'> & {
  /** The account of the wallet that sends them, or the balance that they are credited to. */
  readonly account: string
}

/** Books coins that are known to be on their way. */
export function paidOut({ orderId, quote, account }: Departure): Journal {
  return {
    id: `${orderId}:payout`,
    kind: 'payout',
    reference: orderId,
    postings: [...debit(chart.order(orderId), quote.payout), ...credit(account, quote.payout)],
  }
}

/** Books the sale of coins that were paid into a child order; its partner receives the whole proceeds. */
export function soldForPartner(sale: {
  readonly childId: string
  readonly partnerId: string
  readonly coins: Money
  readonly proceeds: Money
}): Journal {
  return {
    id: `${sale.childId}:sold`,
    kind: 'sold_for_partner',
    reference: sale.childId,
    postings: [
      ...debit(chart.order(sale.childId), sale.coins),
      ...credit(chart.liquidity, sale.coins),
      ...debit(chart.liquidity, sale.proceeds),
      ...credit(chart.partnerBalance(sale.partnerId), sale.proceeds),
    ],
  }
}

/**
 * Books coins as sold and on their way after all, although their pay-out was called off. This may happen more than
 * once.
 * @param seq the order's last event, since it may happen more than once
 */
export function paidOutAfterAll(departure: Departure, seq: number): Journal {
  return { ...paidOut(departure), id: `${departure.orderId}:payout:anyway:${seq}` }
}

/** Reverses the pay-out of coins that did not move after all. @param seq as above */
export function payoutReversed(departure: Departure, seq: number): Journal {
  return reversed(paidOut(departure), `${departure.orderId}:payout:failed:${seq}`, 'payout_failed')
}

/** The part of the pay-in that buys coins, in pay-in currency. */
function bought({ payin, payinFee, marginFee, leftover }: Quote): Money {
  return subtract(subtract(subtract(payin, payinFee), marginFee), leftover)
}
