import type { Money } from '@cambio/wire/Money.ts'
import type { Journal } from '../../books/Journal.ts'
import * as Payment from '../../books/Payment.ts'
import type { Inbox } from '../../notice/Notice.ts'
import { applyFact } from '../../order/life/applyFact.ts'
import { hasEnded, type Order } from '../../order/Order.ts'
import type { OrderStore } from '../../order/OrderStore.ts'
import { adoptedAttempt, hasAttempt, type OutsidePayment } from '../../payin/card/adoptedAttempt.ts'
import type { Random } from '../../Random.ts'
import { act, type By, type DoneAct, type OperatorDeps, type Outcome } from '../act.ts'

type Parts = {
  readonly orders: Pick<OrderStore, 'find' | 'save'>
  readonly inbox: Inbox
  readonly post: (journals: readonly Journal[]) => Promise<void>
  readonly random: Random
  readonly now: () => Date
}

/**
 * What happened to a payment: its order adopted it, the platform is asked again about a known one, or no order adopted
 * it and it is booked as the operator's.
 */
export type Adopted =
  | { readonly is: 'taken' | 'asked'; readonly orderId: string }
  | { readonly is: 'booked'; readonly amount: Money }

/**
 * Why a payment is not adopted; `order_waits`: its order cannot take another payment now; `only_held`: its money is
 * only on hold at a bank, so that there is nothing to book. Nothing was written.
 */
export type AdoptPaymentRefusal = { readonly is: 'refused'; readonly code: 'order_waits' | 'only_held' }

/**
 * Lets an order adopt a card payment that was made after the back-up from which the database was restored. The exchange
 * then asks the platform about it as about any other payment, and goes on. A payment that no order adopts is booked as
 * the operator's, who owes it to its buyer.
 */
export function adoptPayment(
  deps: OperatorDeps<Parts>,
  { payment, ...by }: By & { readonly payment: OutsidePayment },
): Promise<Outcome<Adopted, AdoptPaymentRefusal>> {
  return act(deps, by, async (parts): Promise<DoneAct<Adopted> | AdoptPaymentRefusal> => {
    const orderId = orderIdIn(payment.id)
    const order = orderId === undefined ? undefined : await parts.orders.find(orderId)
    if (!order) return booked(parts, payment)
    const deed = { is: 'done', act: 'adopt', about: { is: 'order', orderId: order.id } } as const
    if (hasAttempt(order, payment.id)) {
      await parts.inbox.file({ source: 'card', reference: payment.id })
      return { ...deed, done: { is: 'asked', orderId: order.id } }
    }
    if (await isTaken(parts, order, payment)) return { ...deed, done: { is: 'taken', orderId: order.id } }
    return hasEnded(order) ? booked(parts, payment) : { is: 'refused', code: 'order_waits' }
  })
}

/** A payment's id begins with its order's id. */
function orderIdIn(paymentId: string): string | undefined {
  return /^([A-Z0-9]{5}-[A-Z0-9]{6})-\d+-/.exec(paymentId)?.[1]
}

/** Whether an order adopts a payment as an attempt that began when the payment did. */
async function isTaken(parts: Parts, order: Order, payment: OutsidePayment): Promise<boolean> {
  const attempt = adoptedAttempt(order, payment)
  const deps = { ...parts, now: () => payment.begunAt }
  const after = await applyFact(deps, { orderId: order.id, fact: { is: 'attempted', attempt } })
  return after.seq !== order.seq
}

async function booked(
  parts: Parts,
  { id, difference }: OutsidePayment,
): Promise<DoneAct<Adopted> | AdoptPaymentRefusal> {
  if (difference.units === 0n) return { is: 'refused', code: 'only_held' }
  await parts.post([Payment.unclaimed({ id, at: parts.now() }, difference)])
  const detail = { payment: id, units: difference.units.toString(), currency: difference.currency }
  return {
    is: 'done',
    done: { is: 'booked', amount: difference },
    act: 'adopt',
    about: { is: 'exchange', detail },
  }
}
