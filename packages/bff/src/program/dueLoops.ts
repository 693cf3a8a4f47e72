import { followReview, REVIEW_NOTICE } from '@cambio/exchange/limit/followReview.ts'
import { followVerification } from '@cambio/exchange/limit/followVerification.ts'
import { followCardNotice } from '@cambio/exchange/payin/card/followCardNotice.ts'
import { followApproval } from '@cambio/exchange/person/followApproval.ts'
import { followChain } from '@cambio/exchange/process/followChain.ts'
import type { DueLoop } from '@cambio/server/work/due.ts'
import { storeDepsOf } from '../store/StoreDeps.ts'
import { clientMailLoop } from '../work/clientMailLoop.ts'
import { eventPublishing } from '../work/eventPublishing.ts'
import { messageLoop } from '../work/messageLoop.ts'
import { noticeLoop, type NoticeHandlers } from '../work/noticeLoop.ts'
import { orderLoop } from '../work/orderLoop.ts'
import { partnerMailLoop } from '../work/partnerMailLoop.ts'
import type { Exchange } from './Exchange.ts'
import { withRatesFor } from './faultyProviders.ts'
import { orderDeps } from './orderDeps.ts'

/** The exchange's loops over due rows: orders, notices, messages, events, and those of its rails. */
export function dueLoops(exchange: Exchange): readonly DueLoop[] {
  const deps = orderDeps(exchange)
  const handlers: NoticeHandlers = {
    operator: (reference) =>
      reference.startsWith(REVIEW_NOTICE)
        ? followReview(deps, reference.slice(REVIEW_NOTICE.length))
        : followApproval(deps, reference),
    card: (platformOrderId) => followCardNotice(deps, { platformOrderId }),
    chain: (orderId) => followChain(deps, { orderId }),
    [exchange.verification.name]: (applicantId) => followVerification(deps, { applicantId }),
  }
  const { eventStream: stream, clock, random, log } = exchange
  return [
    orderLoop(deps, (orderId) => withRatesFor(deps, orderId)),
    noticeLoop(deps, handlers),
    messageLoop(deps),
    clientMailLoop(deps),
    partnerMailLoop(deps),
    ...(stream ? [eventPublishing({ stream, stores: storeDepsOf(exchange), clock, random, log })] : []),
    ...exchange.railLoops,
  ]
}
