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

/** Books that the order's money buys coins, in one journal: each fee and what rounding left are lines of their own. */
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

/** Takes a sale back: the order has its money again, and not the coins. */
export function undone(sale: Sale): Journal {
  return reversed(sold(sale), `${sale.orderId}:${sale.number}:unsold`, 'unsold')
}

/** Coins that leave an order. */
export type Departure = Pick<Sale, 'orderId' | 'quote'> & {
  /** The account of the wallet that they leave from, or of whom they are credited to. */
  readonly account: string
}

/** The coins are known to be on their way. */
export function paidOut({ orderId, quote, account }: Departure): Journal {
  return {
    id: `${orderId}:payout`,
    kind: 'payout',
    reference: orderId,
    postings: [...debit(chart.order(orderId), quote.payout), ...credit(account, quote.payout)],
  }
}

/** Coins that were paid into a child order are sold for its partner, who has the whole of what they bring. */
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
 * Books the sale back of coins whose pay-out was called off, which may have happened before.
 * @param seq the order's last event, since it may happen more than once
 */
export function paidOutAnyway(departure: Departure, seq: number): Journal {
  return { ...paidOut(departure), id: `${departure.orderId}:payout:anyway:${seq}` }
}

/** The coins that were known to be on their way did not move. @param seq as above */
export function notPaidOut(departure: Departure, seq: number): Journal {
  return reversed(paidOut(departure), `${departure.orderId}:payout:failed:${seq}`, 'payout_failed')
}

/** What of the pay-in buys coins, in pay-in currency. */
function bought({ payin, payinFee, marginFee, leftover }: Quote): Money {
  return subtract(subtract(subtract(payin, payinFee), marginFee), leftover)
}
