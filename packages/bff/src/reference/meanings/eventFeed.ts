import {
  CallbackEvent,
  CodeSent,
  EventFeed,
  EventFeedQuery,
  EVENTS,
  MOST_EVENTS,
} from '@cambio/wire/partner/EventFeed.ts'
import { explain, type Explained } from './explain.ts'
import { CLIENT_ORDER_ID, EXPIRATION, NOTED, UUID } from './order.ts'

export const eventFeedMeanings: readonly Explained[] = [
  explain(EventFeedQuery, {
    after:
      'The id of the last event that you have received, or next_after. All of the last 31 days if left out.',
    limit: `How many events at most. ${EVENTS} if left out; more than ${MOST_EVENTS} counts as ${MOST_EVENTS}.`,
  }),
  explain(EventFeed, {
    data: 'The events, oldest first; none when you have them all.',
    next_after: 'What to send as after for the events that follow.',
  }),
  explain(CallbackEvent, {
    id: 'Increasing: once you have one, you have all before it. Numbers may be skipped.',
    callback_id: 'The webhook-id that the callback is sent with.',
    created_at: 'When the event happened. Unix seconds with six fractional digits.',
    callback: 'The body of the callback.',
  }),
  explain(CodeSent, {
    type: 'withdrawal_code: a withdrawal waits for its code.',
    version: 'The callback version.',
    withdrawal: 'The withdrawal. Only the callback contains its code.',
  }),
  explain(CodeSent.shape.withdrawal, {
    client_order_id: CLIENT_ORDER_ID,
    partner_order_id: 'Your own id of the order.',
    uuid: UUID,
    expiration_time_sec: EXPIRATION,
    metadata: NOTED,
  }),
]
