import { capsFor, type Catalogue, type Snapshot } from '../catalogue/Catalogue.ts'
import { TURNOVER_SPAN_MS } from '../client/Client.ts'
import { clientNeeded } from '../limit/clientNeeded.ts'
import { limitFact } from '../limit/limitFact.ts'
import type { VerificationStore } from '../limit/VerificationStore.ts'
import { applyFact } from '../order/life/applyFact.ts'
import type { Fact, Order } from '../order/Order.ts'
import type { Random } from '../Random.ts'
import { discountFact, type PriceWith } from './discountFact.ts'
import type { LockedPerson, PersonLocks } from './LockedPerson.ts'
import { isPaidFromPublishedKeys } from './personMarks.ts'

/** What a check needs; `orderUrl` returns the address of an order's page. */
export type CheckDeps = {
  people: PersonLocks
  verifications: Pick<VerificationStore, 'keep'>
  catalogue: Catalogue
  random: Random
  cell: string | null
  now: () => Date
  verificationUrl: (token: string) => string
  orderUrl: (orderId: string) => string
}

/**
 * Checks the payer of an order whose money is on hold or received, before it buys coins. Together with everything
 * accepted before, over all of the person's clients, ways to pay and partners, it must be within the limit. Its
 * discount must still apply.
 * @param order with the quote that it will buy at
 * @param priceWith prices the order without its discount
 * @returns the facts that prevent it, in order; none if it may go on
 */
export async function checkPerson(
  deps: CheckDeps,
  locked: LockedPerson,
  order: Order,
  priceWith: PriceWith,
): Promise<readonly Fact[]> {
  const claim = await discountFact(deps, locked, order, priceWith)
  if (claim && claim.is !== 'discount_used') return [claim]
  const limited = await limitExceeded(deps, locked, order)
  return limited ? [...(claim ? [claim] : []), limited] : []
}

async function limitExceeded(deps: CheckDeps, locked: LockedPerson, order: Order): Promise<Fact | undefined> {
  const snapshot = deps.catalogue.now()
  const caps = capsFor(snapshot, order.partnerId)
  const { client } = locked
  if (client !== null) return limitFact(deps, caps, { ...locked, client }, order)
  return clientNeeded(deps, caps, order, await turnoverWithoutClient({ ...deps, snapshot }, locked, order))
}

/**
 * Accepted pay-ins within the span of turnover from the source of the money of an order without a client, EUR cents. In
 * a sandbox the accounts of a development chain are shared, like the test cards, and identify no one.
 */
export async function turnoverWithoutClient(
  { snapshot, now }: { snapshot: Pick<Snapshot, 'identifying'>; now: () => Date },
  locked: Pick<LockedPerson, 'linkedTurnoverEurCents'>,
  order: Order,
): Promise<bigint> {
  if (snapshot.identifying === 'any' && isPaidFromPublishedKeys(order)) return 0n
  return locked.linkedTurnoverEurCents(new Date(now().getTime() - TURNOVER_SPAN_MS), order, null)
}

/** Applies what prevents an order from going on, or the fact that lets it. Call it while the person is locked. */
export async function applyCheck(
  deps: CheckDeps,
  { orders }: LockedPerson,
  { orderId, objections, passed }: { orderId: string; objections: readonly Fact[]; passed: Fact },
): Promise<Order> {
  const [first = passed, ...rest] = objections
  let order = await applyFact({ ...deps, orders }, { orderId, fact: first })
  for (const fact of rest) order = await applyFact({ ...deps, orders }, { orderId, fact })
  return order
}
