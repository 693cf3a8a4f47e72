import type { Money } from '@cambio/wire/Money.ts'
import type { Order } from '../../order/Order.ts'
import type { PaidCard } from '../machine/PayinData.ts'
import { attemptsOf } from '../Payin.ts'
import type { Attempt } from './machine/CardPayin.ts'

/** A payment at the card platform whose amount differs in the books. */
export type OutsidePayment = {
  /** The id that the exchange assigned: its order's id, a number and random bits. */
  readonly id: string
  /** The platform's amount minus that of the books. */
  readonly difference: Money
  readonly card: PaidCard
  readonly begunAt: Date
}

/** Whether an order has made the attempt that the platform knows by this id. */
export function hasAttempt({ payin }: Order, platformOrderId: string): boolean {
  return attemptsOf(payin).some((attempt) => attempt.platformOrderId === platformOrderId)
}

/** The attempt for a payment that the platform has and its order does not know, as after a restore. */
export function adoptedAttempt(
  order: Order,
  { id, card, begunAt }: OutsidePayment,
): Attempt & { state: 'open' } {
  return {
    state: 'open',
    number: attemptsOf(order.payin).length + 1,
    platformOrderId: id,
    // Its form is unknown, so that no SALE can be sent again.
    sessionId: `adopted-${id}`,
    card,
    cardKey: null,
    payerIp: order.clientIp,
    returnTo: 'top',
    openedAt: begunAt,
    reasonHidden: false,
  }
}
