import * as Money from '@cambio/wire/Money.ts'
import type {
  AttemptDeclined,
  CallbackKind,
  CallbackV1,
  CallbackV2,
  LockedCallback,
} from '@cambio/wire/partner/Callback.ts'
import { withMetadata } from '@cambio/wire/partner/Metadata.ts'
import { WITHDRAWAL_LOCK_MS } from '../../payin/balance/machine/withdrawalLimits.ts'
import { payinTraits } from '../../payin/traits/PayinTraits.ts'
import { isWaitingForClient, payinOf, type Event, type Order } from '../Order.ts'
import type { Callback } from '../OrderStore.ts'
import { unixText } from '../time.ts'
import { attemptData } from './attemptData.ts'
import type { WithExactNumbers } from './exactNumber.ts'
import { orderData } from './orderData.ts'
import { orderDataV1 } from './orderDataV1.ts'
import { partnerStatus } from './partnerStatus.ts'

/**
 * The callbacks of a step: one for each new status or sub-status, each deposit and each declined attempt, with the
 * order as it was then.
 */
export function callbacksOf(deps: { uuid: () => string }, seqBefore: number, after: Order): Callback[] {
  return after.events
    .filter((event, index) => event.seq > seqBefore && isReported(after, event, after.events[index - 1]))
    .map((event) => ({
      id: deps.uuid(),
      orderId: after.id,
      partnerId: after.partnerId,
      seq: event.seq,
      kind: kindOf(after, event),
      isOptional: isOfDecline(after, event),
      body: JSON.stringify(bodyAt(after, event)),
    }))
}

/** Whether an event reports a declined attempt, and not its effect on the order, which is another event. */
function isOfDecline({ events }: Order, { seq, fact, status }: Event): boolean {
  return fact === 'declined' && events.findLast((event) => event.seq < seq)?.status === status
}

function kindOf(order: Order, event: Event): CallbackKind {
  if (isOfDecline(order, event)) return 'attempt_declined'
  if (event.fact === LOCKED) return 'withdrawals_locked'
  return `client_order.${partnerStatus(order, event.status)}`
}

/** The attempt that was just declined is the latest: no other begins while one may still succeed. */
function declinedAt(order: Order): AttemptDeclined {
  const attempt = attemptData(order).at(-1)
  if (!attempt) throw new Error(`Order ${order.id} has no attempt that could be declined`)
  return {
    type: 'attempt_declined',
    version: 2,
    attempt: {
      client_order_id: order.id,
      partner_order_id: order.partnerOrderId,
      ...attempt,
      result: 'declined',
      ...withMetadata(order.metadata),
    },
  }
}

/** Facts with a callback although no status changes: coins are returned, and what happens to them on the way. */
const factsOfReturn: ReadonlySet<Event['fact']> = new Set(['refund_address_given', 'refund_failed'])
/**
 * Facts with a callback although no status changes, while the order owes received coins: more arrived, or its buyer can
 * now name a wallet for them.
 */
const factsOfOwed: ReadonlySet<Event['fact']> = new Set(['deposit_came', 'continued'])

function isAboutUnwanted(order: Order, { fact }: Event): boolean {
  const { asksWhereTo, owed } = payinOf(order)
  const isOwed = asksWhereTo && owed !== null
  return factsOfReturn.has(fact) || (factsOfOwed.has(fact) && isOwed)
}

/**
 * Whether an order that was pending is pending for a new reason: it has found the client that it waited for, and now
 * that client's limit requires something, perhaps with the same sub-status at another address.
 */
function isPendingAnew({ status, fact }: Event, previous: Event): boolean {
  return status === 'pending' && previous.status === 'pending' && fact === 'limited'
}

/**
 * Whether an event changes what the partner is sent: a partner with fewer statuses gets no callback that repeats the
 * last.
 */
function isReported(order: Order, event: Event, previous: Event | undefined): boolean {
  if (!previous || event.substatus !== previous.substatus || event.fact === LOCKED) return true
  if (isOfDecline(order, event)) return true
  const isReportable = isAboutUnwanted(order, event) || isPendingAnew(event, previous)
  if (isReportable && order.callbackVersion === 2) return true
  return partnerStatus(order, event.status) !== partnerStatus(order, previous.status)
}

/** The fact whose callback is about the client's withdrawals instead of the order. */
const LOCKED: Event['fact'] = 'withdrawals_locked'

function bodyAt(
  order: Order,
  event: Event,
): ReturnType<typeof callbackAt> | LockedCallback | AttemptDeclined {
  if (isOfDecline(order, event)) return declinedAt(order)
  return event.fact === LOCKED ? lockedCallback(order, event.at) : callbackAt(order, event)
}

/** The body of the callback for an order's event, with the order as it was then: a step may pass two statuses. */
export function callbackAt(
  order: Order,
  { seq, status, substatus }: Event,
): WithExactNumbers<CallbackV1> | CallbackV2 {
  const then = { ...order, status, substatus, events: order.events.filter((event) => event.seq <= seq) }
  if (order.callbackVersion === 1) return flat(then)
  const callback = nested(then)
  // The order waits for its client, so its first statuses add nothing to the last.
  const { client_order } = callback
  const withoutAddress = { ...client_order, crypto_address: null, crypto_delay: null }
  return isWaitingForClient(order) ? { ...callback, client_order: withoutAddress } : callback
}

function flat(order: Order): WithExactNumbers<CallbackV1> {
  const { payout_txid: _txid, ...callback } = orderDataV1(order)
  return callback
}

function nested(order: Order): CallbackV2 {
  const limit = order.status === 'pending' ? order.limit : null
  return {
    type: 'client_order',
    version: 2,
    client_order: {
      ...orderData(order, order.events.at(-1)?.at ?? order.createdAt),
      client_email: order.email,
      expected_payout_amount: Money.format(expectedPayout(order)),
      ...(limit && {
        limits: {
          client_limit_in_EUR: Number(Money.format({ units: limit.leftEurCents, currency: 'EUR' })),
          verification_level: limit.level,
        },
      }),
      ...(limit?.verificationUrl && { verification_url: limit.verificationUrl }),
    },
  }
}

/**
 * The expected pay-out. Coins that are sold for the partner are bought for what the buyer has paid, so their number
 * says nothing about a purchase: it is paid in full if their proceeds cover it. A card pays it in full or not at all.
 * For a purchase that is not covered, the expected pay-out is the coins whose sale would cover its price, rounded up.
 */
function expectedPayout({ child, purchase, firstPayout, quote: { payinGroup, payout } }: Order): Money.Money {
  if (child === null || purchase === null) return firstPayout
  const { units: proceeds } = child.proceeds
  if (payinTraits[payinGroup].isByCard || proceeds >= purchase.units) return payout
  if (proceeds === 0n) return firstPayout
  return { ...payout, units: (payout.units * purchase.units + proceeds - 1n) / proceeds }
}

/** The callback about a client's locked withdrawals, sent for the order whose wrong code caused the lock. */
function lockedCallback({ id, partnerOrderId, email, metadata }: Order, lockedAt: Date): LockedCallback {
  return {
    type: 'withdrawals_locked',
    version: 2,
    lock: {
      client_order_id: id,
      partner_order_id: partnerOrderId,
      client_email: email,
      locked_until_sec: unixText(new Date(lockedAt.getTime() + WITHDRAWAL_LOCK_MS)),
      ...withMetadata(metadata),
    },
  }
}
