import { fieldRefusal, Refusal } from '@cambio/wire/Problem.ts'
import { applyFact, writeOf } from '../order/applyFact.ts'
import type { Fact, Order } from '../order/Order.ts'
import type { OrderStore } from '../order/OrderStore.ts'
import { step } from '../order/step.ts'
import { MOST_WRONG_CODES } from '../payin/balance/BalancePayin.ts'
import type { Random } from '../Random.ts'
import type { Withdrawal, WithdrawalStore } from './WithdrawalStore.ts'

type Deps = {
  orders: Pick<OrderStore, 'find' | 'save'>
  withdrawals: WithdrawalStore
  random: Random
  now: () => Date
}

/** At most so many codes count for one order, so this many losses against other writers is a fault. */
const MOST_LOSSES = 50

/**
 * Confirms a withdrawal with its code. Every code that comes is an event of its order, one after the other: however
 * many come at once, only so many are compared, and whatever comes meanwhile (the order's end, another's code) is seen.
 * @param input.isTheirs whether the withdrawal is the caller's
 * @throws Refusal order_unknown; order_state once it is over; code_invalid, which costs a try
 */
export async function confirmWithdrawal(
  deps: Deps,
  input: { uuid: string; code: string; isTheirs: (withdrawal: Withdrawal) => boolean },
): Promise<Order> {
  const withdrawal = await deps.withdrawals.check(input.uuid, input.code)
  if (!withdrawal || !input.isTheirs(withdrawal)) throw new Refusal('order_unknown')
  return counted(deps, withdrawal)
}

/** The same of an order that is known to be the caller's. @throws Refusal as above; order_state where it is no withdrawal */
export async function confirmOrder(
  deps: Deps,
  { orderId, code }: { orderId: string; code: string },
): Promise<Order> {
  const withdrawal = await deps.withdrawals.checkOfOrder(orderId, code)
  if (!withdrawal) throw new Refusal('order_state', 'This order needs no code')
  return counted(deps, withdrawal)
}

async function counted(deps: Deps, { orderId, isRight }: Withdrawal): Promise<Order> {
  for (let losses = 0; losses < MOST_LOSSES; losses++) {
    const order = await deps.orders.find(orderId)
    if (order?.payin.is !== 'balance') throw new Error(`The withdrawal ${orderId} has no order`)
    if (order.status !== 'confirmation_pending') throw over(order)
    if (order.expiresAt !== null && deps.now() >= order.expiresAt) {
      await applyFact(deps, { orderId, fact: { is: 'expired' } })
      continue
    }
    const number = order.payin.wrongCodes + 1
    const fact: Fact = { is: isRight ? 'confirmed' : 'code_refused', number }
    const change = step(order, fact, deps.now())
    if (!change) throw new Refusal('order_state', 'The order waits for somebody to look at it')
    if (!(await deps.orders.save(writeOf(deps, order, change, fact)))) continue
    if (isRight) return change.next
    throw wrong(number)
  }
  throw new Error(`Order ${orderId} was written by others ${MOST_LOSSES} times in a row`)
}

function wrong(number: number): Refusal {
  const left = MOST_WRONG_CODES - number
  return fieldRefusal(
    'code_invalid',
    ['code'],
    left > 0
      ? `The code is wrong; ${left} more ${left === 1 ? 'try' : 'tries'}. Nothing was paid out`
      : 'The code is wrong, and was the last try: the order is canceled and its amount is on the balance again',
  )
}

function over({ status }: Order): Refusal {
  if (status === 'expired')
    return new Refusal(
      'order_state',
      'The code has expired, and the order with it: its amount is on the balance again',
    )
  return new Refusal(
    'order_state',
    status === 'canceled'
      ? 'Too many wrong codes came: the order is canceled and its amount is on the balance again'
      : `The withdrawal is confirmed already; its status is ${status}`,
  )
}
