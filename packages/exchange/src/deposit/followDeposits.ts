import { applyFact } from '../order/applyFact.ts'
import type { Fact, Order } from '../order/Order.ts'
import type { Followed } from '../notice/Notice.ts'
import type { OrderStore } from '../order/OrderStore.ts'
import type { ChainDeposit, DepositRail } from '../payin/deposit/DepositRail.ts'
import { depositsOf } from '../payin/Payin.ts'
import type { Random } from '../Random.ts'

export type FollowDeps = {
  orders: Pick<OrderStore, 'find' | 'save'>
  deposit: DepositRail | null
  random: Random
  now: () => Date
}

/** Follows a notice that there is news of an order's address, by asking the chain what came there. */
export async function followDeposits(deps: FollowDeps, { orderId }: { orderId: string }): Promise<Followed> {
  const order = await deps.orders.find(orderId)
  if (order?.payin.is !== 'deposit') return 'stray'
  if (!deps.deposit) return 'unanswered'
  const { deposits } = await deps.deposit.depositsOf(orderId)
  await learnDeposits(deps, order, deposits)
  return 'answered'
}

/** Lets everything that the chain says of an order's deposits change the order, and answers it as it is then. */
export async function learnDeposits(
  deps: Pick<FollowDeps, 'orders' | 'random' | 'now'>,
  order: Order,
  deposits: readonly ChainDeposit[],
): Promise<Order> {
  let latest = order
  for (const deposit of deposits) {
    const fact = factOf(latest, deposit)
    if (fact) latest = await applyFact(deps, { orderId: order.id, fact })
  }
  return latest
}

/** What is new about a deposit; undefined where nothing is. */
function factOf({ payin }: Order, deposit: ChainDeposit): Fact | undefined {
  const { entry, amount, sender, isReplacement, state, minedAt } = deposit
  const known = depositsOf(payin).find((other) => other.entry === entry)
  const told = { entry, amount, sender, isReplacement }
  switch (state) {
    case 'final':
      if (minedAt === null) throw new Error(`Deposit ${entry} is final and in no block`)
      return { is: 'deposit_came', minedAt, ...told }
    case 'seen':
      return known && known.state !== 'gone' && known.state !== 'seen' && minedAt === null
        ? { is: 'deposit_gone', entry }
        : { is: 'deposit_seen', ...told }
    case 'gone':
      return known && { is: 'deposit_gone', entry }
  }
}
