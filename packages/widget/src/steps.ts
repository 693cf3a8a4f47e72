import type { PayoutGroup } from '@cambio/wire/Group.ts'
import type { Step } from '@cambio/wire/widget/Frame.ts'
import type { WidgetOrder, WidgetView } from '@cambio/wire/widget/Widget.ts'
import { offered, type Destination } from './Choice.ts'
import { payinTraits } from './payin/payinTraits.ts'

const order: readonly Step[] = ['amount', 'address', 'you', 'card', 'challenge', 'status']

/** Whether the address step decides where the money goes, for each way to pay out. */
const paidToAddress: Readonly<Record<string, boolean>> = {
  crypto: true,
  sepa: true,
  balance: false,
} satisfies Record<PayoutGroup, boolean>

/**
 * The step to show. The view decides. `at` is where the buyer went by themselves (Back, Continue, another card), and
 * counts as far as the view allows it. `destination` is the destination of the coins, where only this tab knows it.
 */
export function stepOf(view: WidgetView, at: Step | null, destination?: Destination): Step {
  if (view.order) return stepOfOrder(view.order, view.buyer, at)
  if (view.order_state) return stepOfHiddenOrder(view.order_state.step, at)
  if (isWithdrawal(view)) return view.buyer ? 'amount' : 'you'
  const reached = order.indexOf(at ?? stepToResume(view, destination))
  return (
    remainingSteps(view).find(
      (step) => order.indexOf(step) >= reached || !answered(view, step, destination),
    ) ?? 'card'
  )
}

/**
 * Whether the partner asks for a withdrawal. It is one screen, shown after its client has signed in, since a balance is
 * shown only to its owner.
 */
export function isWithdrawal({ kind, fixed }: Pick<WidgetView, 'kind' | 'fixed'>): boolean {
  return kind === 'request' && payinTraits(fixed['payin_group']).isFromBalance
}

/**
 * The step of this tab's destination, or else of the draft. A balance is shown only to its owner, so a buyer who chose
 * one signs in first.
 */
function stepToResume({ draft, buyer }: WidgetView, destination?: Destination): Step {
  if (buyer === null && payinTraits(draft?.payin_group).isFromBalance) return 'you'
  return destination?.step ?? draft?.step ?? 'amount'
}

/** The steps before the payment that still have a question in this request, in order; the card is always last. */
function remainingSteps(view: WidgetView): Step[] {
  if (hasOrder(view)) return ['card']
  return stages(view).filter((step) => step !== 'you' || !isBuyerKnown(view))
}

/** Whether the step `you` has no question left. A buyer who pays from a balance is not asked for personal details. */
function isBuyerKnown({ buyer, draft, fixed }: WidgetView): boolean {
  if (buyer === null || buyer.payer !== null) return buyer !== null
  return payinTraits(fixed['payin_group'] ?? draft?.payin_group).isFromBalance
}

/** Every step of this purchase before the bank, for any buyer at any point: the progress counts them. */
export function stages(view: WidgetView): Step[] {
  if (view.state === 'expired') return []
  if (isWithdrawal(view)) return ['you', 'amount']
  const ofRequest = view.kind === 'request'
  const questions = {
    amount: ofRequest && !amountFixed(view),
    address: ofRequest && addressAsked(view),
    you: true,
    card: true,
  }
  return order.filter((step) => step in questions && questions[step as keyof typeof questions])
}

/** Whether there is an order, as far as it may be shown without a session. */
export function hasOrder({ order: full, order_state }: WidgetView): boolean {
  return full !== null || order_state !== null
}

/** Where Back leads; null where there is nothing to go back to. Within an order it leads only to its status. */
export function stepBefore(view: WidgetView, step: Step): Step | null {
  if (view.order) return null
  if (view.order_state) return view.order_state.step === 'status' && step === 'you' ? 'status' : null
  if (isWithdrawal(view)) return null
  const before = remainingSteps(view).filter((each) => order.indexOf(each) < order.indexOf(step))
  return before.at(-1) ?? null
}

/** Where Continue leads. */
export function stepAfter(view: WidgetView, step: Step): Step {
  return remainingSteps(view).find((each) => order.indexOf(each) > order.indexOf(step)) ?? 'card'
}

/** The results of an attempt after which another one is possible. */
const over: ReadonlySet<string> = new Set(['declined', 'canceled', 'try_again'])

/** Whether the buyer may submit a card, or another one. */
export function payable(order: WidgetOrder): boolean {
  const open = order.status === 'payin_pending' || order.status === 'processing'
  const free = order.attempt === null || over.has(order.attempt.state)
  return open && free && payinTraits(order.payin_group).isByCard && order.attempts_left > 0
}

/** Whether no payment was begun, or only declined ones. Without a session, the order's step shows it. */
export function unpaid({ order, order_state }: WidgetView): boolean {
  return order ? payable(order) : order_state === null || order_state.step === 'card'
}

function stepOfOrder(order: WidgetOrder, buyer: WidgetView['buyer'], at: Step | null): Step {
  if (order.attempt?.state === 'challenge') return 'challenge'
  if (!payable(order)) return 'status'
  if (!buyer?.payer) return 'you'
  return order.attempt === null || at === 'card' ? 'card' : 'status'
}

/** Without the buyer's session an order shows its status; to act on it, the buyer signs in. */
function stepOfHiddenOrder(step: Step, at: Step | null): Step {
  return step === 'status' && at !== 'you' ? 'status' : 'you'
}

/**
 * Whether a step's answer is known. The server sends an address only to its buyer's session, so without one it may have
 * one.
 */
function answered({ draft, fixed, buyer }: WidgetView, step: Step, destination?: Destination): boolean {
  if (step === 'address')
    return (
      (draft?.dst_address ?? fixed['dst_address'] ?? destination?.dst_address) !== undefined || buyer === null
    )
  if (step === 'amount') return draft !== null
  return step === 'card'
}

function amountFixed({ fixed, offer }: WidgetView): boolean {
  const amount = fixed['payin_amount'] ?? fixed['payout_amount']
  const group = fixed['payin_group'] ?? onlyGroup(offered(offer, 'payin', fixed['payin_currency']).groups)
  return [amount, fixed['payin_currency'], fixed['payout_currency'], group].every(
    (value) => value !== undefined,
  )
}

function addressAsked({ fixed, draft, defaults, offer }: WidgetView): boolean {
  const code = fixed['payout_currency'] ?? draft?.payout_currency ?? defaults['payout_currency']
  const group = fixed['payout_group'] ?? draft?.payout_group ?? defaults['payout_group']
  const { groups, memo } = offered(offer, 'payout', code)
  const out = group ?? groups[0] ?? ''
  return paidToAddress[out] === true && (fixed['dst_address'] === undefined || memo !== null)
}

function onlyGroup(groups: readonly string[]): string | undefined {
  return groups.length === 1 ? groups[0] : undefined
}
