import type { Money } from '@cambio/wire/Money.ts'
import type { Order } from '../../order/Order.ts'
import type { PaidCard } from '../machine/PayinData.ts'
import { attemptsOf } from '../Payin.ts'
import type { Attempt } from './machine/CardPayin.ts'

/** A payment as the card platform has it, of which the books have another amount. */
export type OutsidePayment = {
  /** The id that the exchange gave it: that of its order, a number, and random bits. */
  readonly id: string
  /** What the platform has of it above the books; below zero what it has less. */
  readonly difference: Money
  readonly card: PaidCard
  readonly begunAt: Date
}

/** Whether an order has made the attempt that the platform knows by this id. */
export function hasAttempt({ payin }: Order, platformOrderId: string): boolean {
  return attemptsOf(payin).some((attempt) => attempt.platformOrderId === platformOrderId)
}

/** The attempt by which a payment came that the platform has and its order does not know, as after a restore. */
export function adoptedAttempt(
  order: Order,
  { id, card, begunAt }: OutsidePayment,
): Attempt & { state: 'open' } {
  return {
    state: 'open',
    number: attemptsOf(order.payin).length + 1,
    platformOrderId: id,
    // Its form is not known here, so that no SALE could be sent again.
    sessionId: `adopted-${id}`,
    card,
    cardKey: null,
    payerIp: order.clientIp,
    returnTo: 'top',
    openedAt: begunAt,
    reasonHidden: false,
  }
}
