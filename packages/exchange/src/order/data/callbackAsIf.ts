import type { OrderMoney, Status } from '@cambio/wire/order/Order.ts'
import type { AttemptDeclined, CallbackV2 } from '@cambio/wire/partner/Callback.ts'
import { withMetadata } from '@cambio/wire/partner/Metadata.ts'
import { payinOf, type Event, type LimitReached, type Order } from '../Order.ts'
import type { Callback } from '../OrderStore.ts'
import { unixNumber, unixText } from '../time.ts'
import { callbackAt } from './callbacksOf.ts'

/**
 * The callback that a partner would receive if its order reached a status now, for trying a receiver in a sandbox. It
 * has what a receiver acts on in that status. Data that the order does not have is sample data.
 */
export function callbackAsIf(
  deps: { uuid: () => string },
  order: Order,
  { status, at }: Pick<Event, 'status' | 'at'>,
): Callback {
  const substatus = status === 'pending' ? (order.substatus ?? 'identity_pending') : null
  const event: Event = { seq: order.seq + 1, fact: 'placed', status, substatus, at }
  const { id: orderId, partnerId } = order
  const limit = order.limit ?? sampleLimit
  const callback = callbackAt({ ...order, limit, events: [...order.events, event] }, event)
  const body = 'client_order' in callback ? withMoneyOf(callback, order, event) : callback
  return {
    id: deps.uuid(),
    orderId,
    partnerId,
    seq: event.seq,
    kind: `client_order.${status}`,
    isOptional: false,
    body: JSON.stringify(body),
  }
}

/** The optional callback that a partner would receive if an attempt to pay its order were declined now. */
export function declineAsIf(deps: { uuid: () => string }, order: Order, at: Date): Callback {
  const { id: orderId, partnerId, partnerOrderId, metadata } = order
  const body: AttemptDeclined = {
    type: 'attempt_declined',
    version: 2,
    attempt: {
      client_order_id: orderId,
      partner_order_id: partnerOrderId,
      at: unixNumber(at),
      method: 'Visa',
      result: 'declined',
      decline_reason: 'Insufficient funds',
      ...withMetadata(metadata),
    },
  }
  return {
    id: deps.uuid(),
    orderId,
    partnerId,
    seq: order.seq + 1,
    kind: 'attempt_declined',
    isOptional: true,
    body: JSON.stringify(body),
  }
}

const sampleLimit: LimitReached = {
  level: 'basic',
  leftEurCents: 0n,
  verificationUrl: 'https://exchange.example/verification/sample',
}

/** Adds where the money and the coins are in a status. */
function withMoneyOf(callback: CallbackV2, order: Order, { status, at }: Event): CallbackV2 {
  const { money, payout_txid: txid, refund_reason: reason } = callback.client_order
  const state = moneyIn(status, order) ?? money.state
  return {
    ...callback,
    client_order: {
      ...callback.client_order,
      money: state === money.state ? money : { ...money, state, at: unixText(at) },
      refund_reason: status === 'refunded' ? (reason ?? 'operator') : (reason ?? null),
      payout_txid: status === 'finished' ? (txid ?? `sample-${order.id}`) : txid,
    },
  }
}

/** Some money is on hold before it is captured. Undefined where the status does not say; use the order then. */
function moneyIn(status: Status, order: Order): OrderMoney['state'] | undefined {
  switch (status) {
    case 'auth_success':
      return payinOf(order).isHeldFirst ? 'held' : 'taken'
    case 'processing_payout':
    case 'finished':
      return 'taken'
    case 'canceled':
    case 'error':
    case 'expired':
      return 'not_taken'
    case 'refunded':
      return 'returned'
    case 'payin_pending':
    case 'confirmation_pending':
    case 'processing':
    case 'pending':
      return undefined
  }
}
