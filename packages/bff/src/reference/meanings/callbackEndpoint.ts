import { contract } from '@cambio/wire/http/contract.ts'
import {
  CallbackDelivery,
  DELIVERIES,
  DeliveryAttempt,
  DeliveryList,
  DeliveryListQuery,
  MOST_DELIVERIES,
  ResendDeliveries,
  Resent,
  ShownDelivery,
  TestCallback,
  TestedEndpoint,
} from '@cambio/wire/partner/CallbackDelivery.ts'
import {
  AddedEndpoint,
  AddEndpoint,
  CallbackEndpoint,
  CallbackEndpoints,
  ChangeEndpoint,
  Overlap,
  OVERLAP_HOURS,
  RemovedEndpoint,
  RotatedEndpoint,
} from '@cambio/wire/partner/CallbackEndpoint.ts'
import { explain, type Explained } from './explain.ts'
import { CLIENT_ORDER_ID } from './order.ts'

const ENDPOINT_ID = 'The id of the endpoint: main, or the id that you received when you added it.'
const DELIVERY_ID = 'The webhook-id of the callback; the same at each of your endpoints.'
const SECRET =
  'What callbacks to this endpoint are signed with. Shown this once: keep it where the receiver finds it.'
const WEBHOOK_SECRET = 'The secret as libraries for Standard Webhooks take it: whsec_ and base64.'
const URL =
  'Where callbacks are posted: an https address without a user name or password. Sandbox also takes http and private addresses.'
const DESCRIPTION = 'A note for yourself, up to 100 characters.'
const EVENTS =
  'Which callbacks it gets: all of them but attempt_declined, also those that later versions add (all), or those that you name. Withdrawal codes are not among these: they always go to the main endpoint.'

const request = {
  url: 'Where it is sent.',
  headers:
    'The headers of the last attempt. Signatures are left out: each attempt is signed anew, with the time in webhook-timestamp.',
  body: 'The body, byte for byte as it is sent; null 31 days after it ended.',
}
const endpointId = { endpoint_id: ENDPOINT_ID }
const deliveryIds = { ...endpointId, delivery_id: DELIVERY_ID }

const endpoint = {
  endpoint_id: ENDPOINT_ID,
  url: `${URL} Null for a main endpoint without an address.`,
  description: DESCRIPTION,
  events: EVENTS,
  state: 'off: nothing is sent; what happens meanwhile is given up, and can be sent again.',
  off_since: 'Since when it is off: it answered 410, or you switched it off. UTC.',
  codes_url:
    'Where codes of withdrawals go; null for each endpoint but main. They stay with the former address when you change main by your key: set the address on the page /partner, or ask the operator, to have the codes follow.',
  former_secret_until: 'Until when the former secret signs beside the new one, UTC; null when none does.',
  created_at: 'When it was added, UTC.',
}

const delivery = {
  delivery_id: DELIVERY_ID,
  client_order_id: CLIENT_ORDER_ID,
  event: 'What it reports; null for callbacks older than this field.',
  state: 'waiting: sent now, or tried again later. acknowledged: answered with 2xx. failed: given up.',
  attempts: 'How often it was sent since it was made or last sent again.',
  why: 'Why the last attempt failed; null once it was acknowledged.',
  created_at: 'When it was made, UTC.',
  ended_at: 'When it was acknowledged or given up, UTC.',
  next_attempt_at: 'When it is sent next, UTC; null where it is not.',
}

export const callbackEndpointMeanings: readonly Explained[] = [
  explain(contract.partnerAccount.changeEndpoint.params, endpointId),
  explain(contract.partnerAccount.delivery.params, deliveryIds),
  explain(AddEndpoint, { url: URL, description: DESCRIPTION, events: `${EVENTS} All if left out.` }),
  explain(ChangeEndpoint, {
    url: `${URL} A new address is on.`,
    description: `${DESCRIPTION} An empty one removes the note.`,
    events: EVENTS,
    state: 'on or off. What happens while it is off is given up, and can be sent again.',
  }),
  explain(Overlap, {
    overlap_hours: `How long the old credentials stay valid beside the new ones: 1 to 168 hours, ${OVERLAP_HOURS} if left out.`,
  }),
  explain(CallbackEndpoint, endpoint),
  explain(CallbackEndpoints, { data: 'Your endpoints, main first.' }),
  explain(AddedEndpoint, { ...endpoint, secret: SECRET, webhook_secret: WEBHOOK_SECRET }),
  explain(RotatedEndpoint, {
    endpoint_id: ENDPOINT_ID,
    secret: SECRET,
    webhook_secret: WEBHOOK_SECRET,
    former_until:
      'Until when webhook-signature has a signature by the former secret too, UTC. API-Signature is made by the new one at once.',
  }),
  explain(RemovedEndpoint, {
    endpoint_id: ENDPOINT_ID,
    is_removed: '1. For main, only the address was removed.',
  }),
  explain(DeliveryListQuery, {
    state: 'Those in this state alone.',
    client_order_id: 'Those of this order alone.',
    rows: `How many at most. ${DELIVERIES} if left out; more than ${MOST_DELIVERIES} counts as ${MOST_DELIVERIES}.`,
    cursor: 'next_cursor of the page before, with the same filters.',
  }),
  explain(DeliveryList, {
    data: 'The deliveries, newest first.',
    next_cursor: 'What to send as cursor for those before; null at the end.',
  }),
  explain(CallbackDelivery, delivery),
  explain(ShownDelivery, {
    ...delivery,
    request: 'What the endpoint is sent.',
    tries: 'Each attempt of the last 31 days, oldest first.',
  }),
  explain(ShownDelivery.shape.request, request),
  explain(DeliveryAttempt, {
    at: 'When it was sent, UTC.',
    duration_ms: 'Time until there was an answer, or none, milliseconds.',
    status: 'The HTTP status of the answer; null without one.',
    why: 'Why it failed; null where it was acknowledged.',
    answer: 'How the body of the answer began, up to 1,000 bytes; null where it was empty.',
  }),
  explain(ResendDeliveries, {
    from: 'Callbacks that were made then or later. Unix seconds.',
    until: 'Callbacks that were made before then. Unix seconds.',
    state:
      'failed: those that were given up, which holds if left out. any: those that were acknowledged, too.',
  }),
  explain(Resent, {
    resent: 'How many are sent again, in the order of their orders and from the first attempt on.',
  }),
  explain(TestedEndpoint, {
    is_acknowledged: 'Whether the endpoint answered with 2xx within 15 s.',
    request: 'What it was sent.',
    attempt: 'What it answered.',
  }),
  explain(TestCallback, {
    type: 'test: you sent it to try an endpoint.',
    version: 'The callback version.',
    test: 'What was tried.',
  }),
  explain(TestCallback.shape.test, { endpoint_id: ENDPOINT_ID, sent_at: 'When it was sent, UTC.' }),
]
