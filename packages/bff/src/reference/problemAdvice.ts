import type { Code } from '@cambio/wire/http/Problem.ts'

/** What a caller should do about each problem. */
export const problemAdvice: Readonly<Record<Code, string>> = {
  malformed_json:
    'Send one JSON object in UTF-8, with no member twice. Use a JSON library instead of building the text by hand.',
  validation_failed:
    'Read errors: each names a field by its pointer and says what it must be. Correct these fields and send again.',
  unknown_field:
    'Remove the field that errors names, or correct its spelling. A route without a query takes none.',
  field_required: 'Add the field that errors names. An empty string and null count as not sent.',
  amount_required: 'Give one amount: payin_amount, or payout_amount.',
  both_amounts_given:
    'Keep the amount that your buyer chose and remove the other, which is calculated for you.',
  amount_invalid:
    'Send a decimal above zero as a string, such as "100.00": no sign, exponent or thousands separator.',
  amount_precision: 'Round to the decimals of the currency yourself, and send the amount as a string.',
  fixed_and_default:
    'Choose for each field: fixed under its plain name, or changeable under its name with _default.',
  fields_incompatible: 'Remove one of the two fields that errors names.',
  field_requires: 'Add the field that detail names, or remove the one that needs it.',
  id_reserved: 'Choose another id: this word is part of an address, such as create or list.',
  floating_needs_payin: 'Give payin_amount instead of payout_amount, or leave is_floating_rate out.',
  idempotency_key_invalid: 'Send one key of 1 to 255 visible ASCII characters, such as your own order id.',
  credentials_invalid:
    'Check the key, and compare your signature with the one under Signatures: the path without host and query, the body as it is sent, the digest as raw bytes. With API-Timestamp, check your clock; with API-Signature-Version: 2, that the method and the query are as you send them.',
  login_invalid: 'Ask your client for the address and the password again, or offer to set a new password.',
  ts_invalid: 'Log the client in again: a token lives 15 minutes and opens one session.',
  session_invalid: 'Open a new session; nothing was done with the old one.',
  code_required: 'Confirm the e-mail address by a code, and do the same with the session that it opens.',
  not_allowed: 'Open the sandbox’s own page, or call it from a script without a browser’s Origin.',
  source_not_allowed:
    'Call from an address on the list of your key, or ask the operator to add the one that detail names.',
  partner_suspended: 'Ask the operator. Paid orders continue; new orders are refused.',
  partner_moved:
    'Repeat the request in a minute, with the same Idempotency-Key. Your key, ids and orders stay as they are.',
  route_unknown: 'Check the path and the version. Every route is in this reference.',
  order_unknown:
    'Check the id, and that the order is this account’s. An order whose create was refused does not exist.',
  client_unknown: 'Register the client first, or check its client_external_id or address.',
  provider_unknown: 'Use one of the names in providers.',
  request_unknown:
    'Check the id. If the answer of create_request was lost, find the request by its partner_order_id.',
  endpoint_unknown: 'List your endpoints: the id must be one of yours, or main.',
  delivery_unknown: 'Use a webhook-id of the last 31 days. A code of a withdrawal is not listed.',
  unknown_direction: 'Use payin or payout.',
  unknown_method: 'Use one of the methods that detail lists.',
  unknown_currency: 'Use a code from Currencies, in capital letters.',
  unknown_ticker: 'Use a name from the list of tickers, such as BTC-EUR.',
  method_not_allowed: 'Use one of the methods in the Allow header.',
  client_external_id_taken: 'Update the client that has the id, or register this one under another.',
  email_taken: 'Use the client that has this address: each of your clients has an address of its own.',
  partner_order_id_taken:
    'Read the order that client_order_id names: it may be the one that you meant to create. For a new order, choose a new id.',
  endpoint_taken: 'Change the endpoint that endpoint_id names, or use another address.',
  too_many_endpoints: 'Remove an endpoint that is no longer needed.',
  endpoint_off: 'Switch the endpoint on first, with an address that takes callbacks.',
  rotation_open: 'Wait until former_until, so that a receiver or a server in use does not lose its secret.',
  too_many_unpaid_orders: 'Let the client pay or cancel one of its open orders first.',
  withdrawals_open: 'Confirm one of the three with its code, or wait ten minutes until one expires.',
  quote_expired: 'Show the buyer the new price in quote, and send again with that.',
  request_used: 'Show the order that client_order_id names, or open a new request.',
  request_expired: 'Open a new request; its partner_order_id is free again.',
  order_state: 'Read the order: its status says what may be done with it now.',
  attempt_open: 'Wait for the payment that is under way; its callback says how it ended.',
  card_incomplete: 'Wait until the buyer has filled in the card form, then charge.',
  card_session_over: 'Open a new card form and let the buyer enter the card again; nothing was charged.',
  payer_required: 'Send the buyer’s details first.',
  body_too_large: 'Send less: apart from a logo, a request of this API fits into a few kilobytes.',
  media_type_unsupported: 'Send Content-Type: application/json.',
  pair_unavailable: 'Ask /currency which pairs are offered, and offer only those.',
  group_unavailable: 'Ask /payment which groups are offered for the currency, and offer only those.',
  currency_unknown: 'Use a code from Currencies, in capital letters.',
  amount_out_of_bounds:
    'Show the buyer the least and the most, as in bounds, and let them change the amount. To know the bounds in advance, ask for a fee: its answer has them.',
  address_required: 'Ask the buyer for the wallet that the coins go to, and send it as dst_address.',
  address_invalid:
    'Show the buyer what fault says and let them copy the address again. Do not correct it yourself.',
  address_forbidden:
    'Nothing is sent to this wallet. Let the buyer name another; say no more than the title does.',
  balance_insufficient: 'Read the balance and ask for no more than it has, its fees included.',
  receiver_not_allowed: 'Use an https address on the public internet.',
  coupon_invalid: 'Leave the coupon out, or let the buyer correct it.',
  purchase_not_covered:
    'Raise the pay-in until its pay-out is worth purchase_amount, or give payout_amount instead.',
  country_forbidden: 'Tell the buyer that the country is not served. The list is at /country/list.',
  card_country_forbidden: 'Offer another way to pay: cards are not accepted in this country.',
  channel_unavailable: 'Use the other channel, or ask the operator to set this one up.',
  share_token_invalid: 'Ask your verification provider for a new share token, and send it at once.',
  password_invalid: 'Ask for the present password again, or use the mailed code to set a new one.',
  code_invalid: 'Ask for the code again. After five wrong ones, ask for a new code.',
  idempotency_mismatch:
    'Use a new key for a new request; to repeat the old one, send exactly the same bytes.',
  withdrawals_locked: 'Wait 24 hours. The client got a mail; ask whether the withdrawals were theirs.',
  velocity_exceeded: 'Wait for retry_after seconds. Offer another way to pay meanwhile.',
  too_many_requests: 'Wait for Retry-After seconds, then send the same request again.',
  internal:
    'It is not known whether anything was done: send the same request again under its Idempotency-Key, or read the order. Give the operator the request_id.',
  platform_unreachable: 'Nothing was charged. Wait for Retry-After seconds, then try again.',
  rate_unavailable: 'Nothing was done. Wait for Retry-After seconds: prices come back by themselves.',
  unavailable: 'Wait for Retry-After seconds, then send the same request again under its Idempotency-Key.',
}
