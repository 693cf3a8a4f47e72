import type { Followed } from '../../notice/Notice.ts'
import { applyFact } from '../../order/life/applyFact.ts'
import type { Fact, Order } from '../../order/Order.ts'
import type { OrderStore } from '../../order/OrderStore.ts'
import type { WarnOperator } from '../../order/WarnOperator.ts'
import type { Random } from '../../Random.ts'
import type { Screening } from '../../screening/Screening.ts'
import { depositsOf } from '../Payin.ts'
import { findDepositRail, type ChainDeposit, type DepositRails } from './DepositRail.ts'
import type { Deposit } from './machine/DepositPayin.ts'

export type FollowDeps = {
  orders: Pick<OrderStore, 'find' | 'save'>
  deposits: DepositRails
  screening: Screening
  warnOperator: WarnOperator
  random: Random
  now: () => Date
}

/** Follows a notice that an order's address has changed, by asking the chain what arrived there. */
export async function followDeposits(deps: FollowDeps, { orderId }: { orderId: string }): Promise<Followed> {
  const order = await deps.orders.find(orderId)
  if (order?.payin.is !== 'deposit') return 'unknown_reference'
  const rail = findDepositRail(deps.deposits, order.quote.payin.currency)
  if (!rail) return 'unanswered'
  const { deposits } = await rail.depositsOf(orderId)
  const after = await applyDeposits(deps, order, deposits)
  if (after === 'unknown') return 'unanswered'
  return deposits.some((deposit) => isLeaving(after, deposit)) ? 'unanswered' : 'answered'
}

/**
 * Whether a deposit vanished while it is being returned. The rail is then asked first whether it has sent the coins.
 */
function isLeaving({ payin }: Order, { entry, state, minedAt }: ChainDeposit): boolean {
  const recorded = depositsOf(payin).find((other) => other.entry === entry)
  return recorded?.state === 'returning' && state !== 'final' && minedAt === null
}

/**
 * Applies an order's deposits, as the chain shows them, to the order. Senders are screened before their coins count:
 * coins from a wallet on a sanctions list are kept, and the order is frozen.
 * @returns the resulting order; `unknown` where a list could not be queried
 */
export async function applyDeposits(
  deps: Pick<FollowDeps, 'orders' | 'screening' | 'warnOperator' | 'random' | 'now'>,
  order: Order,
  deposits: readonly ChainDeposit[],
): Promise<Order | 'unknown'> {
  let latest = order
  for (const deposit of deposits) {
    const fact = factOf(latest, deposit)
    const screened = fact?.is === 'deposit_came' ? await deps.screening.screen(deposit.senders) : 'clear'
    if (screened === 'unknown') return 'unknown'
    if (screened === 'listed') {
      deps.warnOperator(
        'coins were sent from a wallet on a sanctions list: “order show” shows it, “order resolve” resolves it',
        order.id,
      )
      const note = `Coins came from a wallet on a list of sanctions, by transaction ${transactionOf(deposit)}`
      latest = await applyFact(deps, { orderId: order.id, fact: { is: 'frozen', note } })
    }
    const wasLost = isLost(latest, deposit)
    if (fact) latest = await applyFact(deps, { orderId: order.id, fact })
    if (!wasLost && isLost(latest, deposit)) deps.warnOperator(COINS_REMOVED, order.id)
    if (wasLost && !isLost(latest, deposit))
      deps.warnOperator(
        'coins that a reorganisation had removed are there again: “order resolve” lets their order continue',
        order.id,
      )
  }
  return latest
}

function transactionOf({ entry }: ChainDeposit): string {
  return entry.replace(/:.*$/, '')
}

/** The message to the operator when received coins are gone. */
export const COINS_REMOVED =
  'a reorganisation removed coins that had counted: “owed list” names their order, “order resolve” resolves it'

function isLost({ payin }: Order, { entry }: ChainDeposit): boolean {
  return depositsOf(payin).some((recorded) => recorded.entry === entry && recorded.state === 'lost')
}

const uncounted: ReadonlySet<Deposit['state']> = new Set(['seen', 'gone', 'lost'])

/** The fact that makes the order's record of a deposit agree with the chain; undefined where they already agree. */
function factOf({ payin }: Order, deposit: ChainDeposit): Fact | undefined {
  const { entry, amount, isReplacement, state, minedAt } = deposit
  const [sender] = deposit.senders
  const recorded = depositsOf(payin).find((other) => other.entry === entry)
  const sighting = { entry, amount, sender, isReplacement }
  if (recorded?.state === 'returning') return undefined
  switch (state) {
    case 'final':
      if (recorded && !uncounted.has(recorded.state)) return undefined
      if (minedAt === null) throw new Error(`Deposit ${entry} is final and in no block`)
      return { is: 'deposit_came', minedAt, ...sighting }
    case 'seen':
      if (!recorded || recorded.state === 'gone' || recorded.state === 'seen')
        return { is: 'deposit_seen', ...sighting }
      return minedAt === null ? { is: 'deposit_gone', entry } : undefined
    case 'gone':
      return recorded && { is: 'deposit_gone', entry }
  }
}

/**
 * Whether an order that waits for coins can expire: the chain was read up to the order's expiry, and shows nothing that
 * the order does not know. Before that, it is unknown what arrived in time.
 */
export async function confirmExpiry(deps: FollowDeps, order: Order): Promise<boolean> {
  const rail = findDepositRail(deps.deposits, order.quote.payin.currency)
  if (!rail) return true
  const { deposits, until } = await rail.depositsOf(order.id)
  const after = await applyDeposits(deps, order, deposits)
  if (after === 'unknown' || after.seq !== order.seq) return false
  return order.expiresAt === null || until >= order.expiresAt
}
