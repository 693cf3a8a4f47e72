import { fieldRefusal, Refusal } from '@cambio/wire/http/Problem.ts'
import type { Catalogue } from '../catalogue/Catalogue.ts'
import { higherLevel, type Client } from '../client/Client.ts'
import { applyFact } from '../order/life/applyFact.ts'
import type { RateSource } from '../price/RateSource.ts'
import type { Random } from '../Random.ts'
import { applyApproval } from './applyApproval.ts'
import type { LockedClient, ClientLocks } from './LockedClient.ts'
import type { VerificationProvider, VerificationStatus } from './VerificationProvider.ts'

/**
 * Asks the provider for a client's status and applies it: an approval raises the level if the documents are the
 * client's, and otherwise waits for the operator; a final refusal ends the orders that wait for it. The provider is
 * asked before the client is locked.
 * @param shareToken shares another company's verification of the client; used only while the provider does not know the
 * client, so that sending it again is safe
 * @throws Refusal share_token_invalid; unavailable when it is unknown whether the token was accepted; rate_unavailable
 * while an order of the client could go on and there is no fresh price. Calling again completes what is left.
 */
export async function checkVerification(
  deps: {
    verification: Pick<VerificationProvider, 'name' | 'status' | 'take'>
    clients: ClientLocks
    rates: RateSource
    catalogue: Catalogue
    random: Random
    now: () => Date
  },
  client: Client,
  { shareToken }: { shareToken?: string | undefined } = {},
): Promise<VerificationStatus['is'] | 'in_review'> {
  const status = await statusOf(deps.verification, client, shareToken)
  if (status.is === 'refused')
    await deps.clients.lock(client.id, async (locked) => {
      if (locked.client.applicantId !== client.applicantId) return
      await locked.reviews.close(client.id)
      await refuseWaiting(deps, locked)
    })
  if (status.is !== 'approved') return status.is
  const isHigher = higherLevel(client.level, status.level) !== client.level
  const prices = isHigher ? await deps.rates.prices() : null
  const { level, documents } = status
  const approval = { provider: deps.verification.name, level, orderId: null, documents, prices }
  return deps.clients.lock(client.id, async (locked) =>
    // A client whose details meanwhile became another person's is not the one who was approved.
    locked.client.applicantId === client.applicantId ? applyApproval(deps, locked, approval) : 'none',
  )
}

/** @throws Refusal share_token_invalid, unavailable */
async function statusOf(
  verification: Pick<VerificationProvider, 'status' | 'take'>,
  { applicantId }: Client,
  shareToken: string | undefined,
): Promise<VerificationStatus> {
  const status = await verification.status(applicantId)
  if (status.is !== 'none' || shareToken === undefined) return status
  const transfer = await verification.take({ applicantId, shareToken })
  if (transfer.is === 'taken') return verification.status(applicantId)
  const cause = new Error(transfer.why)
  if (transfer.is === 'unknown')
    throw new Refusal(
      'unavailable',
      'We do not know whether the provider accepted the token; send it again',
      { cause },
    )
  throw fieldRefusal('share_token_invalid', ['share_token'], 'The provider did not accept this token')
}

/** Ends the orders that wait for a client's verification. */
export async function refuseWaiting(
  deps: { random: Random; now: () => Date },
  locked: LockedClient,
): Promise<void> {
  for (const { id: orderId } of await locked.orders.findLimited(locked.client.id))
    await applyFact({ ...deps, orders: locked.orders }, { orderId, fact: { is: 'refused' } })
}
