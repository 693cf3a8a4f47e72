/** Paragraphs about a call, each on one subject. */
type Paragraphs = readonly string[]

const orderList: Paragraphs = [
  'Total and page are read at the same moment. Orders created while you read push others to later pages; by cursor, each order is listed once.',
  'A cursor replaces page and continues the list that it came from. With page or another timestamp the answer is fields_incompatible.',
]

const confirmOrder: Paragraphs = [
  'A wrong code is code_invalid and uses one of five tries; the fifth cancels the order. After that, or once the code and with it the order has expired, the answer is order_state, whatever the code. Fifteen wrong codes of one client in 24 hours, over all its withdrawals, lock them for 24 hours: the answer is withdrawals_locked, the client gets a mail, and you get the withdrawals_locked callback. A withdrawal into another coin is paid at the price that was shown or at the current one, whichever pays less. If the current price pays over 1 % less, the answer is quote_expired with the new price as quote; sending the same code again accepts it.',
]

const filteredList: Paragraphs = [
  'Read a filtered list by its cursor alone, which contains the filters. A page may have fewer orders than rows, or none, although next_cursor continues the list.',
  'updated_since lists changed orders, oldest change first. An order that changes while you read is listed again. To continue later, send a time one minute before the last updated_at, since changes written at the same moment may become visible a little later.',
  'include is no filter: send it with each page.',
]

/** What the fields of a route do not say, by group and name. */
export const notes: Readonly<Record<string, Paragraphs>> = {
  'partner.healthcheck': [
    'While the database does not answer, this is 503 with the status FAIL and Retry-After, not a problem.',
  ],
  'partner.createRequest': [
    'A value is either fixed, under its plain name, so that the buyer only reads it, or a default that the buyer may change, under its name with _default. Both together are fixed_and_default.',
    'Give an amount of one side only, fixed or default; both are fields_incompatible.',
    'A currency needs a group of the same side and a group needs a currency, each fixed or default: field_requires. dst_address needs the fixed payout_currency.',
    'Fixed values must be offered, and at least one way that they leave open must be able to pay the amount; otherwise the answer is amount_out_of_bounds with the bounds of the fixed values. payout_group balance is group_unavailable: the widget pays nothing into a balance. It offers to pay from one only to a buyer who has one.',
  ],
  'partner.fee': [
    'Give exactly one of the two amounts. The bounds are those of one order.',
    'The operator decides fees, bounds and what is offered, for all partners or for one, and may change them at any time.',
  ],
  'partner.orderList': [...orderList, ...filteredList],
  'partnerV1.orderList': orderList,
  'partner.orderReport': [
    'One row for each order of the list with the same filters, in the same order. format, or else Accept, chooses the form: application/jsonl is JSON lines, anything else CSV (RFC 4180, UTF-8, a header line) with an empty cell for null.',
    'In CSV an apostrophe is put before a cell that a spreadsheet would take for a formula, such as an id that begins with -; JSON lines have every text unchanged.',
    'The answer is streamed, however long it is. If it breaks off, the connection ends without the last chunk: ask again. You may read two reports at once; a third is too_many_requests until one has ended.',
  ],
  'partner.createOrder': [
    'Give exactly one of the two amounts. The order is priced now, unless is_floating_rate is 1; its fees are those of now in either case. A card may be charged at that price for 15 minutes; later the order is priced again when the buyer pays, and the buyer sees the new price first. It waits 60 minutes for a card. A buyer who takes more than five minutes to confirm a charge with the bank is paid at the charged price or at the price when the money arrives, whichever pays less.',
    'payin_group balance with another payout_group is a withdrawal of your registered client’s: the amount is reserved at once (balance_insufficient where there is too little), and the answer is client_order_id, uuid and expiration_time_sec. The code comes by the withdrawal_code callback and confirms the order at /order/confirm, within ten minutes and five tries; otherwise the order ends as expired or canceled and the amount is released. At most three withdrawals of a client may wait for their codes; the next is withdrawals_open. payout_group balance credits the client. From one balance to another is pair_unavailable.',
    'A purchase without dst_address is settled to your balance, if your account is set up for it: a child order sells the coins at the mid rate, and you receive the full proceeds. Such an order has a floating rate: its coins are bought and sold at the prices when its money arrives.',
    'An order by sepa always has a floating rate: the amount that arrives is priced when it arrives. The buyer finds the account and the reference, which is the client_order_id, at redirect; the order waits three days. Money outside the bounds, or too late, is refunded.',
    'Without client_email the order has no client until its buyer confirms an e-mail address at redirect. If unverified clients may pay in nothing, as with real money unless the operator agreed otherwise with you, the order becomes pending with the substatus email_pending right after the answer: nobody sees how to pay, and crypto_address is null. Otherwise a payment by crypto or sepa makes it pending in the same way if it exceeds what unverified clients may pay in over 30 days, counted together with payments from the same account or address for any partner’s other orders. verification_url leads to the order’s own page, where the buyer confirms an address. Then the order continues at a new price within that client’s limit; if the limit is too low, another callback says what is missing and where to provide it, in version 2 even if the substatus stays the same. After seven days the money is refunded, or the order expires if none came.',
    'Send the buyer to redirect. A used partner_order_id is refused, and the answer names its client_order_id; to repeat safely, send an Idempotency-Key.',
  ],
  'client.createOrder': [
    'Give exactly one of the two amounts. The order is priced now and waits at redirect for the client to pay, 60 minutes for a card; after 15 minutes it is priced again when the client pays, who sees the new price first.',
    'For the partner its partner_order_id is the client_order_id. A client may have at most three unpaid orders of its own.',
  ],
  'client.fee': [
    'Give exactly one of the two amounts. The price is what this client would pay now, with a free first order if one is due.',
  ],
  'partner.confirmOrder': confirmOrder,
  'client.confirmOrder': confirmOrder,
  'partner.verificationUrl': [
    'While the order is pending for a limit, this is the address in its callback; if it has no client yet, the order’s own page. Otherwise it is an address for the client’s next level, or order_state if the order has no client yet or no level allows the amount.',
  ],
  'partnerClient.checkVerification': [
    'An approval counts by itself; this is for a partner that missed the callback. It takes no Idempotency-Key, since asking again changes nothing.',
  ],
  'partnerClient.sendMessage': [
    'The message is accepted and handed to the carrier once. You may send five an hour to a phone; the operator decides how many messages you may send a day, and to which calling codes. A message that may have been sent is never sent again; with an Idempotency-Key a repeated request sends nothing either. A sandbox lists messages at /sandbox/outbox.',
  ],
  'widget.price': [
    'For an order that is pending with understanding_pending: its free first order or coupon was no longer due when the money arrived, so it shows its price without that discount. The order continues at the price shown or at the current one, whichever pays less. If the current price pays over 1 % less, the answer is quote_expired, the order shows the new price, and the buyer answers again. Without an answer the money is refunded after seven days, or before the card hold expires.',
  ],
  'widget.code': [
    'At most five codes an hour for each entry. Over all entries, an address that got five within an hour gets one a minute, and none after thirty; the answer stays the same. A code that was not mailed opens nothing.',
  ],
  'widget.session': [
    'A code has five tries at the entry that it was mailed for. Wrong codes also count per mailbox, over all entries: after thirty in an hour or sixty in a day the answer to every code is too_many_requests, until the buyer opens the link in the mail and presses its button, which gives that browser alone five more tries.',
  ],
  'widget.view': [
    'The order’s secret opens its page. If the partner registered the client with email_verified 1, nothing else is needed there: no code and no session.',
  ],
}
