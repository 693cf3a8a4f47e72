import { refuseWaiting } from '../../limit/checkVerification.ts'
import { REVIEW_NOTICE } from '../../limit/followReview.ts'
import type { LockedClient, ClientLocks } from '../../limit/LockedClient.ts'
import type { Inbox } from '../../notice/Notice.ts'
import type { Random } from '../../Random.ts'
import { act, type By, type DoneAct, type OperatorDeps, type Outcome } from '../act.ts'

/** The reviews that wait for the operator, in one transaction. */
export type ReviewDecisions = {
  /** Ends an open review. @returns its client; undefined where it is not open */
  decide(
    decision: By & { readonly id: string; readonly outcome: 'approved' | 'refused' },
  ): Promise<string | undefined>
}

type Parts = {
  readonly reviewDecisions: ReviewDecisions
  readonly clients: ClientLocks
  readonly inbox: Inbox
  readonly random: Random
  readonly now: () => Date
}

type AboutReview = By & { readonly reviewId: string }
type Decided = { readonly clientId: string }

/** No such review waits for the operator. Nothing was written. */
export type NotOpen = { readonly is: 'refused'; readonly code: 'not_open' }

/** Approves a verification whose documents differ from the client's own details. */
export function approveReview(
  deps: OperatorDeps<Parts>,
  about: AboutReview,
): Promise<Outcome<Decided, NotOpen>> {
  // The exchange applies it: orders that go on are priced anew, and only the exchange has prices.
  return decide(deps, { ...about, outcome: 'approved' }, ({ inbox }) =>
    inbox.file({ source: 'operator', reference: `${REVIEW_NOTICE}${about.reviewId}` }),
  )
}

/** Rejects an approval, since the documents are not the client's. Orders that wait for it end. */
export function refuseReview(
  deps: OperatorDeps<Parts>,
  about: AboutReview,
): Promise<Outcome<Decided, NotOpen>> {
  return decide(deps, { ...about, outcome: 'refused' }, async (parts, locked) => {
    await refuseWaiting(parts, locked)
    await locked.becomeAnother()
  })
}

function decide(
  deps: OperatorDeps<Parts>,
  { reviewId: id, outcome, ...by }: AboutReview & { readonly outcome: 'approved' | 'refused' },
  follow: (parts: Parts, locked: LockedClient) => Promise<void>,
): Promise<Outcome<Decided, NotOpen>> {
  return act(deps, by, async (parts): Promise<DoneAct<Decided> | NotOpen> => {
    const clientId = await parts.reviewDecisions.decide({ id, outcome, ...by })
    if (clientId === undefined) return { is: 'refused', code: 'not_open' }
    const partnerId = await parts.clients.lock(clientId, async (locked) => {
      await follow(parts, locked)
      return locked.client.partnerId
    })
    const name = outcome === 'approved' ? 'approve_verification' : 'refuse_verification'
    const about = { is: 'partner', partnerId, detail: { client_id: clientId, verification: id } } as const
    return { is: 'done', done: { clientId }, act: name, about }
  })
}
