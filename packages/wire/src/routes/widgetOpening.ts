import * as z from 'zod/mini'
import { route } from '../http/route.ts'
import { WidgetQuote, WidgetQuoteRequest } from '../order/Quote.ts'
import { Draft, EntryParams, StatusAnswer, StatusQuery, WidgetView } from '../widget/Widget.ts'
import { pricing } from './pricing.ts'

/** What the widget's first screen calls. It comes with the page; the other routes come with the later steps. */
export const widgetOpening = {
  view: route({
    method: 'GET',
    path: '/api/widget/{entry}',
    caller: 'widget',
    summary: 'Everything the widget shows; with a session, what is the buyer’s own too',
    params: EntryParams,
    answer: WidgetView,
    refusals: [],
  }),
  status: route({
    method: 'GET',
    path: '/api/widget/{entry}/status',
    caller: 'widget',
    summary: 'What of the view moves once there is an order, unless the version that is named still holds',
    params: EntryParams,
    query: StatusQuery,
    answer: StatusAnswer,
    refusals: [],
  }),
  quote: route({
    method: 'POST',
    path: '/api/widget/{entry}/quote',
    caller: 'widget',
    summary: 'A price kept for 60 s, so that an order can name it',
    params: EntryParams,
    body: WidgetQuoteRequest,
    answer: WidgetQuote,
    refusals: ['request_expired', ...pricing, 'coupon_invalid'],
  }),
  draft: route({
    method: 'PUT',
    path: '/api/widget/{entry}/draft',
    caller: 'widget',
    summary: 'Keeps what the buyer chose; an address or memo needs the session',
    params: EntryParams,
    body: Draft,
    answer: z.object({ saved: z.literal(true) }),
    refusals: ['session_invalid', 'request_used', 'request_expired'],
  }),
} as const
