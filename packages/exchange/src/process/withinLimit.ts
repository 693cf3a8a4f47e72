import type { Catalogue } from '../catalogue/Catalogue.ts'
import type { ClientHolds } from '../limit/ClientHold.ts'
import { limitFact } from '../limit/limitFact.ts'
import type { VerificationStore } from '../limit/VerificationStore.ts'
import type { Fact, Order } from '../order/Order.ts'
import type { Random } from '../Random.ts'

export type LimitDeps = {
  clients: ClientHolds
  verifications: Pick<VerificationStore, 'keep'>
  catalogue: Catalogue
  random: Random
  now: () => Date
  verificationUrl: (token: string) => string
}

/** Lets a price pass, or finds the order over its client's limit, which could not be checked before the amount came. */
export async function withinLimit(
  deps: LimitDeps,
  order: Order,
  fact: Fact & { is: 'priced' },
): Promise<Fact> {
  if (order.clientId === null) return fact
  const { caps } = deps.catalogue.now()
  const limited = await deps.clients.hold(order.clientId, (hold) =>
    limitFact(deps, caps, hold, { ...order, quote: fact.quote }),
  )
  return limited ?? fact
}
