import { ended } from '@cambio/wire/order/orderStatus.ts'
import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import { payinTraits } from '../payin/payinTraits.ts'
import type { PlainKey } from '../text.ts'
import { newPriceView } from './newPriceView.ts'

/** A step of an order's progress, as its buyer sees it. */
export type OrderStep = {
  readonly is: 'placed' | 'answer' | 'payin' | 'payout' | 'refund'
  readonly state: 'done' | 'now' | 'waits' | 'next' | 'failed'
  readonly name: PlainKey
  /** When it was done, Unix seconds; null where it is not done, or the log does not say. */
  readonly at: number | null
  /** How long it usually takes, seconds, while it continues by itself; null where too few orders show it. */
  readonly usualSeconds: number | null
}

type OrderParts = Pick<
  WidgetOrder,
  | 'status'
  | 'substatus'
  | 'status_log'
  | 'payin_group'
  | 'payout_group'
  | 'money'
  | 'attempt'
  | 'deposit'
  | 'is_stopped'
  | 'typical_seconds'
>

/** An order's progress from its placing to its end: the finished steps, the current one, and the next. */
export function orderSteps(order: OrderParts): OrderStep[] {
  return [
    {
      is: 'placed',
      state: 'done',
      name: 'steps.placed',
      at: order.status_log[0]?.at ?? null,
      usualSeconds: null,
    },
    ...(isPaid(order) ? [payinStep(order), ...answerStep(order)] : [...answerStep(order), payinStep(order)]),
    ...lastStep(order),
  ]
}

/** The buyer's verification, or their answer to a new price, while the order waits for it. */
function answerStep(order: OrderParts): OrderStep[] {
  if (!waitsForAnswer(order)) return []
  const name = newPriceView(order) ? 'newPrice.title' : 'steps.verification'
  return [{ is: 'answer', state: 'waits', name, at: null, usualSeconds: null }]
}

function waitsForAnswer({ status, money, is_stopped, attempt }: OrderParts): boolean {
  return status === 'pending' && money.state !== 'returning' && !is_stopped && attempt?.state !== 'stopped'
}

const payinNames = {
  card: { done: 'steps.cardDone', open: 'steps.card' },
  crypto: { done: 'steps.coinsDone', open: 'steps.coins' },
  sepa: { done: 'steps.transferDone', open: 'steps.transfer' },
  balance: { done: 'steps.confirmed', open: 'steps.confirmation' },
} as const satisfies Record<string, Readonly<Record<'done' | 'open', PlainKey>>>

function payinStep(order: OrderParts): OrderStep {
  const { status, payin_group, typical_seconds } = order
  const names =
    payin_group in payinNames ? payinNames[payin_group as keyof typeof payinNames] : payinNames.card
  if (isPaid(order))
    return { is: 'payin', state: 'done', name: names.done, at: paidAt(order), usualSeconds: null }
  if (ended.has(status))
    return {
      is: 'payin',
      state: 'failed',
      name: 'steps.notPaid',
      at: order.status_log.at(-1)?.at ?? null,
      usualSeconds: null,
    }
  const goesOn = isUnderWay(order)
  return {
    is: 'payin',
    state: waitsForAnswer(order) ? 'next' : goesOn ? 'now' : 'waits',
    name: names.open,
    at: null,
    usualSeconds: goesOn ? typical_seconds.payin : null,
  }
}

const payoutNames = {
  crypto: { done: 'steps.coinsSent', now: 'steps.sendingCoins', next: 'steps.sendCoins' },
  sepa: { done: 'steps.moneySent', now: 'steps.sendingMoney', next: 'steps.sendMoney' },
  balance: { done: 'steps.credited', now: 'steps.crediting', next: 'steps.credit' },
} as const satisfies Record<string, Readonly<Record<'done' | 'now' | 'next', PlainKey>>>

/** The pay-out, or the refund; none where an order failed before it was paid. */
function lastStep(order: OrderParts): OrderStep[] {
  const { status, status_log, payout_group, money, typical_seconds } = order
  const names =
    payout_group in payoutNames ? payoutNames[payout_group as keyof typeof payoutNames] : payoutNames.crypto
  const step = (
    state: OrderStep['state'],
    name: PlainKey,
    usualSeconds: number | null = null,
  ): OrderStep[] => [
    {
      is: 'payout',
      state,
      name,
      at: state === 'done' ? (status_log.at(-1)?.at ?? null) : null,
      usualSeconds,
    },
  ]
  const refund = (state: OrderStep['state'], name: PlainKey): OrderStep[] =>
    step(state, name).map((each) => ({ ...each, is: 'refund' as const }))
  if (status === 'finished') return step('done', names.done)
  if (status === 'refunded') return refund('done', 'steps.refunded')
  if (money.state === 'returning') return refund('now', 'steps.refunding')
  if (ended.has(status)) return []
  if (!isPaid(order) || waitsForAnswer(order)) return step('next', names.next)
  if (order.is_stopped || order.attempt?.state === 'stopped') return step('waits', 'steps.stopped')
  return step('now', names.now, typical_seconds.payout)
}

const statusesOfPaid: ReadonlySet<WidgetOrder['status']> = new Set([
  'auth_success',
  'processing_payout',
  'finished',
])
const moneyHere: ReadonlySet<WidgetOrder['money']['state']> = new Set([
  'held',
  'taken',
  'returning',
  'returned',
  'owed',
])

/** A withdrawal's amount is reserved from the beginning; it is paid once its code was entered. */
function isPaid({ status_log, payin_group, money }: OrderParts): boolean {
  return (
    status_log.some(({ status }) => statusesOfPaid.has(status)) ||
    (!payinTraits(payin_group).isFromBalance && moneyHere.has(money.state))
  )
}

function paidAt({ status_log }: OrderParts): number | null {
  return status_log.find(({ status }) => statusesOfPaid.has(status))?.at ?? null
}

/** Whether a payment continues by itself: its buyer has done their part. */
function isUnderWay({ status, payin_group, attempt, deposit }: OrderParts): boolean {
  if (status === 'pending' || status === 'confirmation_pending') return false
  if (attempt) return attempt.state === 'checking' || attempt.state === 'authorised'
  if (deposit) return deposit.arrivals.some(({ state }) => state === 'seen')
  return !payinTraits(payin_group).isByCard
}
