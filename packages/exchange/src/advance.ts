import { Refusal } from '@cambio/wire/Problem.ts'
import { apply } from './apply.ts'
import { ask, keyOf, type Learned } from './ask.ts'
import { standingDiscount } from './discount.ts'
import { next, type Next } from './next.ts'
import { mayPayOut, type Order } from './Order.ts'
import type { CardRail } from './ports/CardRail.ts'
import type { Chance } from './ports/Chance.ts'
import type { PayoutRail, PayoutRails, PayoutState } from './ports/PayoutRail.ts'
import type { RateSource } from './ports/RateSource.ts'
import type { ClientStore, CouponStore, OrderStore } from './ports/Store.ts'
import { quoteAgain } from './quotePair.ts'
import type { Tariff } from './Tariff.ts'

export type AdvanceDeps = {
  orders: Pick<OrderStore, 'find' | 'save' | 'again'>
  clients: Pick<ClientStore, 'find'>
  coupons: Pick<CouponStore, 'find'>
  card: CardRail
  /** An order may be older than the rails there are. */
  payout: Partial<PayoutRails>
  rates: RateSource
  tariff: Tariff
  chance: Chance
  now: () => Date
}

/** How often a platform may refuse to give money back before the operator is asked. */
const MOST_REFUSALS = 5

/**
 * Does the next thing about an order whose time has come. What is learned is applied; when nothing is, the order is
 * due again later. Doing it twice at once is harmless: every outside step carries an id.
 * @param asked questions since the last news, which spaces them out
 */
export async function advance(
  deps: AdvanceDeps,
  { orderId, asked }: { orderId: string; asked: number },
): Promise<void> {
  const order = await deps.orders.find(orderId)
  const due = order && next(order, deps.now(), asked)
  if (!order || !due) return
  const learned = await learn(deps, order, due)
  const after = typeof learned === 'string' ? order : await apply(deps, { orderId, fact: learned })
  if (after.seq !== order.seq) return
  const again = due.verb === 'expire' ? due.at : next(order, deps.now(), asked + 1)?.at
  if (again) await deps.orders.again(orderId, again)
}

/** What an order's next step brings to light. */
function learn(deps: AdvanceDeps, order: Order, due: Next): Promise<Learned> {
  switch (due.verb) {
    case 'expire':
      return Promise.resolve({ is: 'expired' })
    case 'ask_charge':
      return ask(deps, order, due.attempt)
    case 'give_back':
      return giveBack(deps, order, due)
    case 'price':
      return price(deps, order)
    case 'pay_out':
    case 'ask_payout': {
      const rail = deps.payout[order.quote.payoutGroup]
      if (!rail) return Promise.resolve(withoutRail(order))
      return due.verb === 'pay_out' ? payOut(deps, rail, order) : askPayout(rail, order)
    }
  }
}

/** Asks first, since an order to give back may have been taken although its answer was lost. */
async function giveBack(
  deps: AdvanceDeps,
  order: Order,
  { attempt, asked }: Next & { verb: 'give_back' },
): Promise<Learned> {
  const known = await ask(deps, order, attempt)
  if (typeof known === 'string' || known.is === 'returned') return known
  if (known.is === 'settled' && !attempt.settled) return known
  if (known.is === 'return_refused' && asked >= MOST_REFUSALS) return known
  const answer = await deps.card.giveBack({ ...keyOf(order, attempt), transId: attempt.transId })
  if (answer === 'accepted') return { is: 'return_accepted', number: attempt.number }
  return answer === 'refused' && asked >= MOST_REFUSALS
    ? { is: 'return_refused', number: attempt.number }
    : 'unknown'
}

/** Prices an order whose rate floats, now that its money is in. Without prices it waits for some. */
async function price(deps: AdvanceDeps, order: Order): Promise<Learned> {
  try {
    const discount = await standingDiscount(deps, order)
    return { is: 'priced', quote: await quoteAgain(deps, order.quote, discount) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.code === 'rate_unavailable' ? 'unknown' : { is: 'unpriceable' }
  }
}

/**
 * Sends the coins, marked as sent first. Where the mark stands already the answer was lost, and the network is asked
 * before anything is sent again.
 */
async function payOut(deps: AdvanceDeps, rail: PayoutRail, order: Order): Promise<Learned> {
  if (order.payout?.state === 'sending') {
    const known = await rail.ask(order.payout.id)
    return known.is === 'absent' ? sendCoins(rail, order) : paid(known)
  }
  const marked = await apply(deps, { orderId: order.id, fact: { is: 'payout_sending' } })
  return marked.payout?.state === 'sending' && mayPayOut(marked) ? sendCoins(rail, marked) : 'unknown'
}

async function sendCoins(rail: PayoutRail, { id, payout, destination, quote }: Order): Promise<Learned> {
  if (!payout) throw new Error(`Order ${id} has no payout`)
  return paid(await rail.send({ payoutId: payout.id, amount: quote.payout, ...destination }))
}

async function askPayout(rail: PayoutRail, order: Order): Promise<Learned> {
  if (!order.payout) throw new Error(`Order ${order.id} has no payout`)
  return paid(await rail.ask(order.payout.id))
}

/** Where nothing was sent the money goes back; what may have left waits until somebody can be asked again. */
function withoutRail({ payout, quote }: Order): Learned {
  return payout?.state === 'due'
    ? { is: 'payout_refused', reason: `Nothing pays out by ${quote.payoutGroup} any more` }
    : 'unknown'
}

function paid(state: PayoutState): Learned {
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
  }
}
