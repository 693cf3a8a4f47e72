import { capsFor, type Catalogue } from '../catalogue/Catalogue.ts'
import { TURNOVER_SPAN_MS } from '../client/Client.ts'
import { clientNeeded } from '../limit/clientNeeded.ts'
import { limitFact } from '../limit/limitFact.ts'
import type { VerificationStore } from '../limit/VerificationStore.ts'
import type { Fact, Order } from '../order/Order.ts'
import type { Random } from '../Random.ts'
import type { PersonHold, PersonHolds } from './PersonHold.ts'

/** What a check needs; `orderUrl` says where an order's page opens. */
export type CheckDeps = {
  people: PersonHolds
  verifications: Pick<VerificationStore, 'keep'>
  catalogue: Catalogue
  random: Random
  now: () => Date
  verificationUrl: (token: string) => string
  orderUrl: (orderId: string) => string
}

/**
 * Checks the person who pays for an order whose money is held or in, before it buys coins: with everything that was let
 * pass before, over all of the person's clients, ways to pay and partners, it must be within the limit.
 * @param order with the quote that it is to buy at
 * @returns what stands in the way; undefined where nothing does
 */
export async function checkPerson(
  deps: CheckDeps,
  hold: PersonHold,
  order: Order,
): Promise<Fact | undefined> {
  const caps = capsFor(deps.catalogue.now(), order.partnerId)
  const { client } = hold
  if (client !== null) return limitFact(deps, caps, { ...hold, client }, order)
  return clientNeeded(deps, caps, order, await turnoverWithoutClient(deps, hold, order))
}

/** What was let pass in the span of turnover from where the money of an order without a client came from, EUR cents. */
export function turnoverWithoutClient(
  { now }: Pick<CheckDeps, 'now'>,
  hold: Pick<PersonHold, 'linkedTurnoverEurCents'>,
  order: Order,
): Promise<bigint> {
  return hold.linkedTurnoverEurCents(new Date(now().getTime() - TURNOVER_SPAN_MS), order, null)
}
