import type { Catalogue } from '../catalogue/Catalogue.ts'
import { higherLevel, type Client } from '../client/Client.ts'
import type { RateSource } from '../price/RateSource.ts'
import type { Random } from '../Random.ts'
import type { ClientHold, ClientHolds } from './ClientHold.ts'
import { applyFact } from '../order/applyFact.ts'
import { raiseLevel } from './raiseLevel.ts'
import type { VerificationProvider, VerificationStatus } from './VerificationProvider.ts'

/**
 * Asks the provider how far a client is, and lets its answer count: an approval raises the level, and a refusal for good
 * ends the orders that wait for it. The provider is asked before the client is held.
 * @throws Refusal rate_unavailable, while an order of the client could go on and there is no fresh price; asking again
 *   does what was left undone
 */
export async function checkVerification(
  deps: {
    verification: Pick<VerificationProvider, 'status'>
    clients: ClientHolds
    rates: RateSource
    catalogue: Catalogue
    random: Random
    now: () => Date
  },
  client: Client,
): Promise<VerificationStatus['is']> {
  const status = await deps.verification.status(client.applicantId)
  if (status.is === 'refused') await deps.clients.hold(client.id, (hold) => refuseWaiting(deps, hold))
  if (status.is !== 'approved' || higherLevel(client.level, status.level) === client.level) return status.is
  const prices = await deps.rates.prices()
  const { level } = status
  await deps.clients.hold(client.id, async (hold) => {
    // Who became another person meanwhile is not the one who was approved.
    if (hold.client.applicantId === client.applicantId)
      await raiseLevel(deps, hold, { level, orderId: null, prices })
  })
  return status.is
}

async function refuseWaiting(deps: { random: Random; now: () => Date }, hold: ClientHold): Promise<void> {
  for (const { id: orderId } of await hold.orders.findLimited(hold.client.id))
    await applyFact({ ...deps, orders: hold.orders }, { orderId, fact: { is: 'refused' } })
}
