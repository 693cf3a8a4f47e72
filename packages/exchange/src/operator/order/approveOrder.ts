import { capsFor, type Snapshot } from '../../catalogue/Catalogue.ts'
import { isWithinWithoutClient } from '../../limit/clientNeeded.ts'
import { levelNeeded } from '../../limit/levelNeeded.ts'
import type { ClientLocks } from '../../limit/LockedClient.ts'
import type { ReviewStore } from '../../limit/ReviewStore.ts'
import type { Inbox } from '../../notice/Notice.ts'
import { isStopped, type Order } from '../../order/Order.ts'
import { turnoverWithoutClient } from '../../person/checkPerson.ts'
import type { PersonLocks } from '../../person/LockedPerson.ts'
import { act, type DoneAct, type OperatorDeps, type Outcome } from '../act.ts'
import { instructWithin, type AboutOrder, type Instructed, type OrderParts } from './instruct.ts'
import { objectionToContinuing } from './objectionToContinuing.ts'
import type { Objection, OrderRefusal } from './OrderRefusal.ts'

type ApprovalParts = OrderParts & {
  readonly clients: ClientLocks
  readonly people: PersonLocks
  readonly reviews: Pick<ReviewStore, 'findOpen'>
  readonly inbox: Inbox
  /** The catalogue as it is now. */
  readonly readCatalogue: () => Promise<Snapshot>
}

/** `continued`: it was stopped and goes on; `approved`: the exchange will raise its client's level and let it go on. */
export type Approved = Instructed & {
  readonly way: 'continued' | 'approved'
  /** The review of its client that still waits for the operator; null where none does. */
  readonly openReview: string | null
}

/**
 * Approves an order that is pending for its client's limit: the operator has seen what the client was asked for. An
 * order that was stopped continues where it stopped.
 */
export function approveOrder(
  deps: OperatorDeps<ApprovalParts>,
  about: AboutOrder,
): Promise<Outcome<Approved, OrderRefusal>> {
  const { orderId, reason } = about
  return act(deps, about, async (parts): Promise<DoneAct<Approved> | OrderRefusal> => {
    const order = await parts.orders.find(orderId)
    if (!order) return { is: 'refused', code: 'no_such_order' }
    if (isStopped(order)) {
      const fact = { is: 'continued', note: reason } as const
      const instruction = { fact, otherwise: objectionToContinuing(order) }
      const result = await instructWithin(parts, { order, act: 'approve' }, instruction)
      if (result.is === 'refused') return result
      const openReview = await openReviewOf(parts, order)
      return { ...result, done: { ...result.done, way: 'continued', openReview } }
    }
    const objection = await objectionToApproval(parts, order)
    if (objection) return { is: 'refused', ...objection }
    // The exchange applies it: an order that goes on is priced anew, and only the exchange has prices.
    await parts.inbox.file({ source: 'operator', reference: orderId })
    const openReview = await openReviewOf(parts, order)
    const done = { before: order, after: order, way: 'approved' as const, openReview }
    return { is: 'done', done, act: 'approve', about: { is: 'order', orderId } }
  })
}

/** An approval of an order does not decide a review of its client. */
async function openReviewOf({ reviews }: ApprovalParts, { clientId }: Order): Promise<string | null> {
  return clientId === null ? null : ((await reviews.findOpen(clientId)) ?? null)
}

/** Without a level at which the order is within its client's limit, it would only be pending again. */
async function objectionToApproval(parts: ApprovalParts, order: Order): Promise<Objection | undefined> {
  if (order.status !== 'pending') return { code: 'no_approval_awaited' }
  const { payinGroup } = order.quote
  const snapshot = await parts.readCatalogue()
  if (order.clientId === null)
    return (await isWithin(parts, snapshot, order)) ? undefined : { code: 'client_unknown', payinGroup }
  const level = await parts.clients.lock(order.clientId, (locked) =>
    levelNeeded(snapshot, locked, { order, at: parts.now(), prices: null }),
  )
  return level === undefined ? { code: 'over_every_level', payinGroup } : undefined
}

/** Whether this amount is allowed without a client, since there is no client whose level could rise. */
async function isWithin(parts: ApprovalParts, snapshot: Snapshot, order: Order): Promise<boolean> {
  const turnoverEurCents = await parts.people.lock(order, (locked) =>
    turnoverWithoutClient({ snapshot, now: parts.now }, locked, order),
  )
  return isWithinWithoutClient(capsFor(snapshot, order.partnerId), order, { turnoverEurCents, prices: null })
}
