import type { VerificationLevel } from '@cambio/wire/VerificationLevel.ts'
import { higherLevel } from '../client/Client.ts'
import type { DocumentData } from '../client/DocumentData.ts'
import type { Prices } from '../price/RateSource.ts'
import { differencesOf } from './differencesOf.ts'
import type { LockedClient } from './LockedClient.ts'
import { raiseLevel } from './raiseLevel.ts'
import type { VerificationProvider } from './VerificationProvider.ts'

/** What a provider has approved. */
export type Approval = {
  readonly provider: VerificationProvider['name']
  readonly level: VerificationLevel
  readonly orderId: string | null
  readonly documents: DocumentData | 'as_told'
}

/**
 * Applies a provider's approval to a locked client if the documents are the client's own. If they differ, or do not
 * show a name, a birth date or a country, nothing is granted and the operator decides.
 * @param prices null where the approval is of no higher level
 * @throws Refusal rate_unavailable, amount_out_of_bounds, as raiseLevel does; nothing is granted then
 */
export async function applyApproval(
  deps: Parameters<typeof raiseLevel>[0],
  locked: LockedClient,
  { prices, ...approval }: Approval & { readonly prices: Prices | null },
): Promise<'approved' | 'in_review'> {
  const { provider, level, orderId, documents } = approval
  if (documents !== 'as_told' && !isAccepted(locked, documents)) {
    const differences = differencesOf(await locked.person(), documents)
    if (differences.length > 0) {
      const { id: clientId, applicantId } = locked.client
      const review = { clientId, applicantId, provider, level, orderId, documents, differences }
      await locked.reviews.open(review)
      return 'in_review'
    }
    await locked.saveDocuments(documents)
  }
  await locked.reviews.close(locked.client.id)
  const isHigher = higherLevel(locked.client.level, level) !== locked.client.level
  if (prices !== null && (isHigher || orderId !== null))
    await raiseLevel(deps, locked, { level, orderId, prices })
  return 'approved'
}

/** Whether these documents verified the client before, or were accepted for it by the operator. */
function isAccepted({ client }: LockedClient, documents: DocumentData): boolean {
  return client.documents !== null && textOf(client.documents) === textOf(documents)
}

function textOf({ names, birthDate, countries }: DocumentData): string {
  return JSON.stringify([names.map(({ given, family }) => [given, family]), birthDate, countries])
}
