import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { Catalogue } from '../catalogue/Catalogue.ts'
import type { Followed } from '../notice/Notice.ts'
import type { RateSource } from '../price/RateSource.ts'
import type { Random } from '../Random.ts'
import type { ClientLocks } from './LockedClient.ts'
import { raiseLevel } from './raiseLevel.ts'
import type { ReviewStore } from './ReviewStore.ts'

/** The prefix of the reference in the notice of a review that the operator has approved. */
export const REVIEW_NOTICE = 'review:'

/**
 * Applies the operator's approval of documents that differ from the client's own details: the client's level rises, and
 * orders that waited for it go on at today's rate. While there is no rate, it is retried.
 */
export async function followReview(
  deps: {
    reviews: Pick<ReviewStore, 'findApproved'>
    clients: ClientLocks
    rates: RateSource
    catalogue: Catalogue
    random: Random
    now: () => Date
  },
  reviewId: string,
): Promise<Followed> {
  const review = await deps.reviews.findApproved(reviewId)
  if (!review) return 'unknown_reference'
  try {
    const prices = await deps.rates.prices()
    await deps.clients.lock(review.clientId, async (locked) => {
      // A client whose details meanwhile became another person's is not the one whose documents were accepted.
      if (locked.client.applicantId !== review.applicantId) return
      const { level, orderId, documents } = review
      await locked.saveDocuments(documents)
      await raiseLevel(deps, locked, { level, orderId, prices })
    })
    return 'answered'
  } catch (error) {
    if (error instanceof Refusal) return 'unanswered'
    throw error
  }
}
