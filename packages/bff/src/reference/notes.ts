/** What is said about a call, each about one thing. */
type Paragraphs = readonly string[]

const orderList: Paragraphs = [
  'The total and the page are of one moment. Orders that are created while you read push others to later pages; by cursor each order that was there is listed once.',
  'A cursor takes the place of page, which it excludes, and goes on in the list that it is from, with the same timestamp: fields_incompatible.',
]

const confirmOrder: Paragraphs = [
  'A wrong code is code_invalid and costs a try; the fifth cancels the order. From then on, and once the code has expired and the order with it, the answer is order_state: no other code helps. Fifteen wrong codes of one client in 24 hours, over all its withdrawals, lock them for 24 hours: withdrawals_locked, which the client is told by mail and you by the withdrawals_locked callback. A withdrawal into another coin is paid at the price that was shown or at today’s, whichever pays less; where today’s pays over 1 % less the answer is quote_expired with the new price as quote, and the same code, sent again, accepts it.',
]

const filteredList: Paragraphs = [
  'A filtered list is read by its cursor alone, which brings the filters of its list, and a page of it may have fewer orders than rows, or none, although next_cursor goes on.',
  'With updated_since the orders that changed are listed oldest change first, so that a reader sends the last updated_at the next time. An order that changes while you read is listed again. Send a time a minute before the last updated_at: what was written at the same moment may become visible a little later.',
  'include is no filter: send it with each page.',
]

/** What a route's fields do not tell by themselves, by group and name. */
export const notes: Readonly<Record<string, Paragraphs>> = {
  'partner.healthcheck': [
    'Answers 503 with the status FAIL and Retry-After, and not with a problem, while the store does not answer.',
  ],
  'partner.createRequest': [
    'A value is either fixed, under its plain name, and the buyer reads it; or it is where the buyer starts, under its name with _default. Never both: fixed_and_default.',
    'An amount of one side excludes one of the other, fixed or default: fields_incompatible.',
    'A currency needs a group of the same side and a group needs a currency, each fixed or default: field_requires. dst_address needs the fixed payout_currency.',
    'What is settled must be offered, and some choice that is left must be able to pay the amount: amount_out_of_bounds, with the bounds of what is settled. No request settles balance, which is group_unavailable there: in the widget nothing is paid into a balance, and only a buyer who has one is offered to pay from it.',
  ],
  'partner.fee': [
    'Give exactly one of the two amounts. The bounds are those of one order.',
    'Fees, bounds and what is offered are decided by the operator, for all partners or for one, and may be others from one call to the next.',
  ],
  'partner.orderList': [...orderList, ...filteredList],
  'partnerV1.orderList': orderList,
  'partner.orderReport': [
    'The orders of the list with the same filters, in its order, one in each row. Written by format, or else by Accept: application/jsonl gives JSON lines, anything else CSV (RFC 4180, UTF-8, a header line) with an empty cell for null.',
    'In CSV a cell that a spreadsheet would take for a formula begins with an apostrophe, such as an id that begins with -; JSON lines have every text as it is.',
    'The answer is sent while it is read, however long it is. One that breaks off ends its connection without the last chunk: ask again. Two are read at once: the next is too_many_requests until one has ended.',
  ],
  'partner.createOrder': [
    'Give exactly one of the two amounts. The order is priced now, unless is_floating_rate is 1, and its fees stay those of now in either case. A card may be charged at that price for 15 minutes; after that the order is priced anew when the buyer pays, who sees the new price first. It waits 60 minutes for a card. A buyer who takes more than five minutes to confirm a charge with the bank is paid out at the price that was charged or at that of when the money is in, whichever pays less.',
    'payin_group balance with another payout_group is a withdrawal of your registered client’s: the amount is reserved at once (balance_insufficient where there is too little), and the answer is client_order_id, uuid and expiration_time_sec. The code comes by the withdrawal_code callback, lives ten minutes and five tries, and confirms the order at /order/confirm; otherwise the order ends expired or canceled and the amount is free again. At most three withdrawals of a client wait for their codes at once: the next is withdrawals_open. payout_group balance credits the client. From one balance to another is pair_unavailable.',
    'A purchase without dst_address is settled to your balance, where your account is set so: the coins are sold at the mid rate into a child order, and you have the whole of what they bring. Such an order floats: its coins are bought and sold at the same prices, those of when its money is in.',
    'An order by sepa floats always: what arrives is what is priced, when it arrives. The buyer reads the account and the reference, which is the client_order_id, at redirect; the order waits three days. What is outside the bounds, or comes too late, goes back.',
    'Without client_email the order has no client until its buyer confirms an e-mail address at redirect. Where clients of the level unverified may pay in nothing, which is so for real money unless the operator agreed otherwise with you, the order becomes pending with the substatus email_pending as soon as the create was answered: nobody is told how to pay, and crypto_address is null. Elsewhere what comes for it by crypto or sepa makes it pending in the same way where it is more than a client of the level unverified may pay in over 30 days, together with what came from the same account or address for other orders, named or not, of any partner. verification_url leads to the order’s own page, where the buyer confirms an address. Then the order goes on, at a new price, by that client’s limit: where that is too low another callback tells what is missing and where, in version 2 even if the substatus stays the same. After seven days its money goes back, or the order expires where none came.',
    'Send the buyer to redirect. A used partner_order_id is refused with the client_order_id that has it; to repeat safely, send an Idempotency-Key.',
  ],
  'client.createOrder': [
    'Give exactly one of the two amounts. The order is priced now and waits at redirect for the client to pay, 60 minutes for a card; after 15 of them it is priced anew when the client pays, who sees the new price first.',
    'Its partner reads it under a partner_order_id that is the client_order_id. One client has at most three unpaid orders that it placed by itself.',
  ],
  'client.fee': [
    'Give exactly one of the two amounts. The price is the one this client’s order would have now, a free first order included.',
  ],
  'partner.confirmOrder': confirmOrder,
  'client.confirmOrder': confirmOrder,
  'partner.verificationUrl': [
    'While the order is pending for a limit, the address in its callback; where it has no client yet, the order’s own page. Otherwise one for the level above the client’s; order_state where the order has no client yet, and where no level allows the amount.',
  ],
  'partnerClient.checkVerification': [
    'Nothing has to be sent for an approval to count: asking is for a partner that missed the callback. Takes no Idempotency-Key, since asking again changes nothing twice.',
  ],
  'partnerClient.sendMessage': [
    'The message is taken, and handed to the carrier once. A phone gets five an hour of you; the operator says how many messages you may send in a day, and to which calling codes. One that may have been sent is never sent again; with an Idempotency-Key, neither is a request that is repeated. A sandbox lists it at /sandbox/outbox.',
  ],
  'widget.price': [
    'For an order that is pending with understanding_pending: its free first order or its coupon turned out not to be due once the money was there, and it shows its price without that. The order goes on at what it shows or at today’s price, whichever pays less; where today’s pays over 1 % less the answer is quote_expired, the order shows the new price, and the buyer answers again. Without an answer the money goes back after seven days, or before the bank would let its hold lapse.',
  ],
  'widget.code': [
    'Five an hour for each entry. An address that has had five in an hour gets one a minute, and none after thirty, from all senders together; the answer is the same. A code that was not mailed opens nothing.',
  ],
  'widget.session': [
    'A code takes five tries at the entry that it was mailed for. Wrong ones also count for their mailbox, over all entries: after thirty in an hour or sixty in a day every code of it is too_many_requests, until the link in the mail is opened and its button pressed, which gives five more tries to the browser that pressed and to no other.',
  ],
  'widget.view': [
    'The page of an order is opened by the order’s secret. Where the partner has registered its client with email_verified 1, that is all: no code is asked and no session is needed there.',
  ],
}
