import * as z from 'zod/mini'
import { route } from '../http/route.ts'
import { WidgetQuote, WidgetQuoteRequest } from '../order/Quote.ts'
import { Draft, EntryParams, StatusAnswer, StatusQuery, WidgetView } from '../widget/Widget.ts'
import { pricing } from './pricing.ts'

/** The routes that the widget's first screen calls. They are loaded with the page, the others with the later steps. */
export const widgetOpening = {
  view: route({
    method: 'GET',
    path: '/api/widget/{entry}',
    caller: 'widget',
    summary: 'Everything the widget shows; with a session, also the buyer’s own data',
    params: EntryParams,
    answer: WidgetView,
    refusals: [],
  }),
  status: route({
    method: 'GET',
    path: '/api/widget/{entry}/status',
    caller: 'widget',
    summary:
      'The part of the view that changes once there is an order; null while the given version is current',
    params: EntryParams,
    query: StatusQuery,
    answer: StatusAnswer,
    refusals: [],
  }),
  quote: route({
    method: 'POST',
    path: '/api/widget/{entry}/quote',
    caller: 'widget',
    summary: 'A price guaranteed for 60 s, which an order can name',
    params: EntryParams,
    body: WidgetQuoteRequest,
    answer: WidgetQuote,
    refusals: ['request_expired', ...pricing, 'coupon_invalid'],
  }),
  draft: route({
    method: 'PUT',
    path: '/api/widget/{entry}/draft',
    caller: 'widget',
    summary: 'Stores the buyer’s choices; an address or memo requires the session',
    params: EntryParams,
    body: Draft,
    answer: z.object({ saved: z.literal(true) }),
    refusals: ['session_invalid', 'request_used', 'request_expired'],
  }),
} as const
