import { fieldRefusal, Refusal } from '@cambio/wire/http/Problem.ts'
import type { Catalogue } from '../../catalogue/Catalogue.ts'
import { applyFact, writeOf } from '../../order/life/applyFact.ts'
import { step } from '../../order/life/step.ts'
import type { Fact, Order } from '../../order/Order.ts'
import { freshPrices } from '../../price/freshPrices.ts'
import type { Prices, RateSource } from '../../price/RateSource.ts'
import type { Random } from '../../Random.ts'
import { MOST_WRONG_CODES } from './machine/BalancePayin.ts'
import { MOST_WRONG_CODES_OF_CLIENT, WITHDRAWAL_LOCK_MS } from './machine/withdrawalLimits.ts'
import { priceToConfirm } from './priceToConfirm.ts'
import { secondsUntil, withdrawalsLocked } from './withdrawalsLocked.ts'
import type { Withdrawal, LockedWithdrawals, WithdrawalLocks, WithdrawalStore } from './WithdrawalStore.ts'

type Deps = {
  withdrawals: WithdrawalStore
  withdrawalLocks: WithdrawalLocks
  rates: RateSource
  catalogue: Catalogue
  random: Random
  now: () => Date
}

/** Only a few codes count for one order, so this many losses against other writers are a fault. */
const MOST_LOSSES = 50

/**
 * Confirms a withdrawal with its code. The codes of all of a client's withdrawals are checked one after the other, so
 * that the limit of wrong codes holds however many arrive at once.
 * @param input.isTheirs whether the withdrawal is the caller's
 * @throws Refusal order_unknown; order_state once it has ended; code_invalid, which uses up a try; withdrawals_locked,
 * which does not; quote_expired, rate_unavailable or amount_out_of_bounds for a right code, which stays valid
 */
export async function confirmWithdrawal(
  deps: Deps,
  input: { uuid: string; code: string; isTheirs: (withdrawal: Withdrawal) => boolean },
): Promise<Order> {
  const withdrawal = await deps.withdrawals.check(input.uuid, input.code)
  if (!withdrawal || !input.isTheirs(withdrawal)) throw new Refusal('order_unknown')
  return confirmed(deps, withdrawal)
}

/**
 * Confirms the withdrawal of an order that is known to be the caller's.
 * @throws Refusal as above; order_state where the order is not a withdrawal
 */
export async function confirmOrder(
  deps: Deps,
  { orderId, code }: { orderId: string; code: string },
): Promise<Order> {
  const withdrawal = await deps.withdrawals.checkOfOrder(orderId, code)
  if (!withdrawal) throw new Refusal('order_state', 'This order needs no code')
  return confirmed(deps, withdrawal)
}

async function confirmed(deps: Deps, withdrawal: Withdrawal): Promise<Order> {
  const prices = await pricesNow(deps)
  const outcome = await deps.withdrawalLocks.lock(withdrawal.clientId, (locked) =>
    takeCode(deps, locked, { ...withdrawal, prices }),
  )
  if (outcome instanceof Refusal) throw outcome
  return outcome
}

/** Today's prices, or why there are none: a wrong code counts even then. */
async function pricesNow(deps: Deps): Promise<Prices | Refusal> {
  try {
    return await freshPrices(deps, deps.catalogue.now().tariff)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

type Presented = Withdrawal & { readonly prices: Prices | Refusal }

/** Processes one code. What it changed is kept even when it is refused, so a refusal is returned, not thrown. */
async function takeCode(
  deps: Deps,
  locked: LockedWithdrawals,
  presented: Presented,
): Promise<Order | Refusal> {
  const { orderId } = presented
  const { lockedUntil } = locked
  for (let losses = 0; losses < MOST_LOSSES; losses++) {
    const now = deps.now()
    const order = await locked.orders.find(orderId)
    if (!order) throw new Error(`The withdrawal ${orderId} has no order`)
    if (order.status !== 'confirmation_pending') return endedRefusal(order)
    if (lockedUntil !== null && now < lockedUntil) return withdrawalsLocked(lockedUntil, now)
    if (order.expiresAt !== null && now >= order.expiresAt) {
      await applyFact({ ...deps, orders: locked.orders }, { orderId, fact: { is: 'expired' } })
      continue
    }
    const outcome = await (presented.isRight
      ? takeRight(deps, locked, order, presented.prices)
      : takeWrong(deps, locked, order))
    if (outcome !== 'lost') return outcome
  }
  throw new Error(`Order ${orderId} was written by others ${MOST_LOSSES} times in a row`)
}

type Outcome = Order | Refusal | 'lost'

async function takeRight(
  deps: Deps,
  locked: LockedWithdrawals,
  order: Order,
  prices: Prices | Refusal,
): Promise<Outcome> {
  const price = priceToConfirm(order, prices)
  if (price.is === 'refused') return price.refusal
  const priced = price.is === 'less' ? await written(deps, locked, order, price.fact) : order
  if (price.is === 'less' && price.refusal && isOrder(priced)) return price.refusal
  return isOrder(priced)
    ? written(deps, locked, priced, { is: 'confirmed', number: codeNumber(priced) })
    : priced
}

async function takeWrong(deps: Deps, locked: LockedWithdrawals, order: Order): Promise<Outcome> {
  const number = codeNumber(order)
  const counted = await written(deps, locked, order, { is: 'code_refused', number })
  if (!isOrder(counted)) return counted
  const now = deps.now()
  const since = new Date(now.getTime() - WITHDRAWAL_LOCK_MS)
  if ((await locked.countWrongCode(order.id, since)) < MOST_WRONG_CODES_OF_CLIENT) return wrong(number)
  const until = new Date(now.getTime() + WITHDRAWAL_LOCK_MS)
  await locked.lockWithdrawals(until)
  await applyFact(
    { ...deps, orders: locked.orders },
    { orderId: order.id, fact: { is: 'withdrawals_locked', until } },
  )
  return wrongAndLocked(until, now)
}

async function written(deps: Deps, locked: LockedWithdrawals, order: Order, fact: Fact): Promise<Outcome> {
  const change = step(order, fact, deps.now())
  if (!change) return new Refusal('order_state', 'The order is waiting for the operator')
  return (await locked.orders.save(writeOf(deps, order, change, fact))) ? change.next : 'lost'
}

function isOrder(outcome: Outcome): outcome is Order {
  return outcome !== 'lost' && !(outcome instanceof Refusal)
}

function codeNumber({ id, payin }: Order): number {
  if (payin.is !== 'balance') throw new Error(`Order ${id} is not paid from a balance`)
  return payin.wrongCodes + 1
}

function wrong(number: number): Refusal {
  const left = MOST_WRONG_CODES - number
  return fieldRefusal(
    'code_invalid',
    ['code'],
    left > 0
      ? `The code is wrong; ${left} ${left === 1 ? 'try is' : 'tries are'} left. Nothing was paid out`
      : 'The code is wrong, and this was the last try: the order is canceled and its amount is back on the balance',
  )
}

function wrongAndLocked(until: Date, now: Date): Refusal {
  return fieldRefusal(
    'code_invalid',
    ['code'],
    `The code is wrong. This client has entered too many wrong codes: no withdrawal can be placed or confirmed until ${until.toISOString()}. Nothing was paid out`,
    { retry_after: secondsUntil(until, now) },
  )
}

function endedRefusal({ status }: Order): Refusal {
  if (status === 'expired')
    return new Refusal(
      'order_state',
      'The code and the order have expired: the amount is back on the balance',
    )
  return new Refusal(
    'order_state',
    status === 'canceled'
      ? 'Too many wrong codes were entered: the order is canceled and its amount is back on the balance'
      : `The withdrawal is already confirmed; its status is ${status}`,
  )
}
