import * as Currency from '@cambio/wire/Currency.ts'
import type { ClientStore } from '../client/ClientStore.ts'
import { mayLeave } from '../departure/mayLeave.ts'
import { applyFact } from '../order/life/applyFact.ts'
import { next, type Next } from '../order/life/next.ts'
import { mayPayOut, type Child, type Order } from '../order/Order.ts'
import type { OrderStore } from '../order/OrderStore.ts'
import { atFreshPrices } from '../payin/way/atFreshPrices.ts'
import type { PriceOutcome, StepOutcome } from '../payin/way/PayinWay.ts'
import { findPayoutRail, type PayoutRail, type PayoutState } from '../payout/PayoutRail.ts'
import { payoutTraitsOf } from '../payout/traits/PayoutTraits.ts'
import { applyChargeFact, checkCharge } from '../person/applyChargeFact.ts'
import { atMid } from '../price/euro.ts'
import { openedFact } from './openForClient.ts'
import { wayOf, type WayDeps } from './payinWays.ts'

export type ProcessDeps = WayDeps & {
  orders: Pick<OrderStore, 'find' | 'save' | 'again'>
  clients: Pick<ClientStore, 'find' | 'nameOf'>
}

/**
 * Does the next step of a due order and applies the resulting fact; without one, the order is due again later. Doing it
 * twice at once is harmless: every outside call carries an id.
 * @param tries steps since the last change, which lengthen the waits
 * @returns the order, where it has no next step
 */
export async function processOrder(
  deps: ProcessDeps,
  { orderId, tries }: { orderId: string; tries: number },
): Promise<Order | undefined> {
  const order = await deps.orders.find(orderId)
  if (!order) return undefined
  const due = next(order, deps.now(), tries)
  if (!due) return order
  const outcome = await takeStep(deps, order, due)
  const after = await afterStep(deps, order, outcome)
  if (after.seq !== order.seq) return undefined
  const isSoon = due.verb === 'expire' || outcome === 'unread'
  const again = isSoon ? notAtOnce(deps, order) : next(order, deps.now(), tries + 1)?.at
  if (again) await deps.orders.again(orderId, again)
  return undefined
}

/** The order after a step; unchanged where the step had no result. */
function afterStep(deps: ProcessDeps, order: Order, outcome: PriceOutcome): Order | Promise<Order> {
  if (typeof outcome === 'string') return order
  return outcome.is === 'decided' ? outcome.order : applyChargeFact(deps, order.id, outcome)
}

/** When to look again at an order that may not expire yet, or whose chain is not read far enough: a little later. */
function notAtOnce({ now }: Pick<ProcessDeps, 'now'>, { expiresAt }: Order): Date {
  return new Date(Math.max(expiresAt?.getTime() ?? 0, now().getTime() + LOOK_AGAIN_MS))
}

const LOOK_AGAIN_MS = 1_000

/** Does the next step of an order. */
function takeStep(deps: ProcessDeps, order: Order, due: Next): Promise<PriceOutcome> {
  switch (due.verb) {
    case 'expire':
      return expire(deps, order)
    case 'ask_payin':
    case 'refund':
      return followPayin(deps, order, due)
    case 'check':
      return checked(deps, order)
    case 'price':
      return atFreshPrices(deps, (prices) =>
        wayOf(order.payin).price(deps, order, { payin: order.payin, prices }),
      )
    case 'open':
      return atFreshPrices(deps, (prices) => openedFact(order, prices, deps.now()) ?? 'unknown')
    case 'pay_out':
    case 'ask_payout': {
      if (order.child) return sellForPartner(deps, order, order.child)
      const rail = railOf(deps, order)
      if (!rail) return Promise.resolve(withoutRail(order))
      return due.verb === 'pay_out' ? payOut(deps, rail, order) : fetchPayoutStatus(rail, order)
    }
  }
}

async function checked(deps: ProcessDeps, order: Order): Promise<PriceOutcome> {
  const outcome = await checkCharge(deps, order)
  return outcome === 'unknown' ? outcome : { is: 'decided', order: outcome }
}

/** The rail of an order's way out. An order may be older than the current rails. */
function railOf({ payout }: ProcessDeps, { quote }: Order): PayoutRail | undefined {
  const { network } = Currency.get(quote.payout.currency)
  return findPayoutRail(payout, { group: quote.payoutGroup, network })
}

/** Asks the collector of the money about one payment, or has it refunded. */
async function followPayin(
  deps: ProcessDeps,
  order: Order,
  { verb, number, tries }: Next & { verb: 'ask_payin' | 'refund' },
): Promise<StepOutcome> {
  if (verb === 'refund' && (await mayLeaveAgain(deps, order))) return 'unknown'
  const way = wayOf(order.payin)
  const turn = { payin: order.payin, number, tries }
  return verb === 'refund' ? way.refund(deps, order, turn) : way.ask(deps, order, turn)
}

/**
 * Whether coins that had not left may still leave, since a reorganisation removed the transaction by which their
 * pay-out had failed. Until the chain reports the outcome, nothing is refunded.
 */
async function mayLeaveAgain(deps: ProcessDeps, order: Order): Promise<boolean> {
  if (order.payout?.state !== 'refused' || !payoutTraitsOf(order.quote.payoutGroup).isOnChain) return false
  const state = await railOf(deps, order)?.getStatus(order.payout.id)
  return state?.is === 'unknown' || state?.is === 'sent' || state?.is === 'confirmed'
}

/** Lets an order expire, unless the chain shows coins that arrived in time, or does not answer. */
async function expire(deps: ProcessDeps, order: Order): Promise<StepOutcome> {
  return (await wayOf(order.payin).confirmExpiry(deps, order)) ? { is: 'expired' } : 'unknown'
}

/**
 * Sells all coins of a merchant order for its partner, at the price that they were bought at. Coins that an earlier
 * version bought before their money was received sell for no more than their price then.
 */
async function sellForPartner(
  deps: ProcessDeps,
  { quote, events }: Order,
  { proceeds }: Child,
): Promise<StepOutcome> {
  if (events.some(({ fact }) => fact === 'priced')) return { is: 'child_sold', proceeds }
  return atFreshPrices(deps, (prices) => {
    const today = atMid(quote.payout, proceeds.currency, prices)
    return { is: 'child_sold', proceeds: today.units < proceeds.units ? today : proceeds }
  })
}

/**
 * Sends the coins after marking the pay-out as being sent. If it is already marked, the rail's answer was lost or the
 * rail could not send yet: the rail is asked about it before anything is sent again, and the wallet is screened again,
 * since days may have passed.
 */
async function payOut(deps: ProcessDeps, rail: PayoutRail, order: Order): Promise<StepOutcome> {
  if (order.payout?.state === 'sending') {
    const answer = await rail.getStatus(order.payout.id)
    if (answer.is !== 'absent') return paid(answer)
    const objection = await objectionTo(deps, order)
    if (objection !== null) return objection
    return (await isReleased(deps, order)) ? sendCoins(deps, rail, order) : 'unknown'
  }
  const objection = await objectionTo(deps, order)
  if (objection !== null) return objection
  if (!(await isReleased(deps, order))) return 'unknown'
  const marked = await applyFact(deps, { orderId: order.id, fact: { is: 'payout_sending' } })
  return marked.payout?.state === 'sending' && mayPayOut(marked) ? sendCoins(deps, rail, marked) : 'unknown'
}

/** Whether the pay-out may leave now. One to a balance always may, since it stays with us. */
async function isReleased(deps: ProcessDeps, { id, payout, quote }: Order): Promise<boolean> {
  if (!payout) throw new Error(`Order ${id} has no payout`)
  if (payoutTraitsOf(quote.payoutGroup).isToBalance) return true
  return mayLeave(deps, { paymentId: payout.id, orderId: id, amount: quote.payout })
}

/** Screens the paid wallet again before coins leave, since lists of sanctions grow. */
async function objectionTo(
  { screening, warnOperator }: ProcessDeps,
  { id, destination: { address }, quote }: Order,
): Promise<StepOutcome | null> {
  if (!payoutTraitsOf(quote.payoutGroup).isOnChain) return null
  const screened = await screening.screen([address])
  if (screened !== 'listed') return screened === 'clear' ? null : 'unknown'
  warnOperator(
    'a pay-out would go to a wallet on a sanctions list: “order show” shows it, “order resolve” resolves it',
    id,
  )
  return { is: 'frozen', note: 'The wallet that is paid is on a list of sanctions' }
}

async function sendCoins({ clients }: ProcessDeps, rail: PayoutRail, order: Order): Promise<StepOutcome> {
  const { id, clientId, payout, destination, quote } = order
  if (!payout) throw new Error(`Order ${id} has no payout`)
  const payee = clientId === null ? null : await clients.nameOf(clientId)
  return paid(
    await rail.send({ payoutId: payout.id, orderId: id, amount: quote.payout, payee, ...destination }),
  )
}

async function fetchPayoutStatus(rail: PayoutRail, order: Order): Promise<StepOutcome> {
  if (!order.payout) throw new Error(`Order ${order.id} has no payout`)
  return paid(await rail.getStatus(order.payout.id))
}

/**
 * Refuses a pay-out without a rail if nothing was sent yet; one that may have left waits until its rail can be asked
 * again.
 */
function withoutRail({ payout, quote }: Order): StepOutcome {
  return payout?.state === 'due'
    ? { is: 'payout_called_off', reason: `Nothing pays out by ${quote.payoutGroup} any more` }
    : 'unknown'
}

function paid(state: PayoutState): StepOutcome {
  switch (state.is) {
    case 'unknown':
    case 'absent':
      return state.is
    case 'sent':
      return { is: 'payout_sent', txid: state.txid }
    case 'confirmed':
      return { is: 'payout_done', txid: state.txid }
    case 'refused':
      return { is: 'payout_refused', reason: state.reason }
    case 'failed':
      return { is: 'payout_failed', reason: state.reason }
  }
}
