import type { Catalogue } from '../catalogue/Catalogue.ts'
import { applyFact } from '../order/life/applyFact.ts'
import type { RateSource } from '../price/RateSource.ts'
import type { Random } from '../Random.ts'
import { applyApproval } from './applyApproval.ts'
import type { ClientLocks } from './LockedClient.ts'
import type { Verification, VerificationDecision, VerificationStore } from './VerificationStore.ts'

type Deps = {
  clients: ClientLocks
  verifications: Pick<VerificationStore, 'find'>
  rates: RateSource
  catalogue: Catalogue
  random: Random
  now: () => Date
}

/**
 * Records the result of a verification in the sandbox. Approved: if the documents are the client's, its level rises and
 * the orders that waited for it go on at today's rate; otherwise the operator decides. Refused: the order that it was
 * for is canceled; no money had moved. The token is used up in the transaction that applies the result.
 * @returns the verification and its consequences; undefined when the token is unknown, expired or used
 * @throws Refusal rate_unavailable, amount_out_of_bounds; the token can be used again then
 */
export async function verify(
  deps: Deps,
  { token, ...decision }: { token: string } & Omit<VerificationDecision, 'at'>,
): Promise<{ verification: Verification; outcome: 'approved' | 'refused' | 'in_review' } | undefined> {
  const verification = await deps.verifications.find(token)
  const at = deps.now()
  if (!verification || at >= verification.expiresAt) return undefined
  const { clientId, orderId, level } = verification
  const prices = await deps.rates.prices()
  return deps.clients.lock(clientId, async (locked) => {
    if (!(await locked.verifications.use(token, { at, ...decision }))) return undefined
    if (decision.approved) {
      const { documents } = decision
      const approval = { provider: 'sandbox', level, orderId, documents, prices } as const
      return { verification, outcome: await applyApproval(deps, locked, approval) }
    }
    if (orderId !== null)
      await applyFact({ ...deps, orders: locked.orders }, { orderId, fact: { is: 'refused' } })
    return { verification, outcome: 'refused' }
  })
}
