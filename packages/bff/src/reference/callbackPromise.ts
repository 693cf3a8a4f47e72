/** What a receiver of callbacks can rely on, and what it cannot. */
export const callbackPromise: readonly string[] = [
  'Each change of an order’s status or substatus is one callback, sent until it is acknowledged or has been tried ten times. A callback may be sent more than once, under the same webhook-id.',
  'Those of one order are sent one after another: a later one waits until the earlier one is acknowledged or given up, but at most five minutes from its change. After that it is sent while the earlier one is still being tried, so an old one may come last.',
  'Of two, the newer one has the longer status_log (version 2); in version 1, ask for the order. Those of different orders have no order between them. A change that was overtaken is reported as it was.',
  'A receiver that exceeds the 15 seconds for its answer three times in a row is sent nothing for five seconds, then tried with one callback at a time, each wait twice as long as the last, up to a minute; meanwhile none of its other callbacks counts as tried. Its first answer ends that.',
  'An attempt to pay that is declined changes no status while another may be tried. It is an event of GET /api/v2/partner/events, and a callback, attempt_declined, where the operator has set your account so at your request.',
  'GET /api/v2/partner/events has them all for 31 days, in one order, for a receiver that was unavailable.',
]
