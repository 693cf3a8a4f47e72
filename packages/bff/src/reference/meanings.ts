/*
 * What each field means, for the reference. A field is found by the end of its path, so that one meaning serves it
 * wherever it stands; where a word means two things, a longer end tells them apart. They stand here, and not in the
 * schemas, so that no browser loads them.
 */

/**
 * What a field means; undefined where nobody has said.
 * @param place the route and part it stands in, as `partner.createOrder.body`
 * @param path its own path there, as `status_log[].at`
 */
export function meaningOf(place: string, path: string): string | undefined {
  const words = `${place}.${path}`.replaceAll('[]', '').split('.')
  const ends = words.map((_, start) => words.slice(start).join('.'))
  return ends.map((end) => meanings.get(end)).find((meaning) => meaning !== undefined)
}

const PAYIN = 'In payin_currency, with exactly its decimals.'
const PAYOUT = 'In payout_currency, with exactly its decimals.'
const EUR = 'In EUR, two decimals, at the mid rate when the order was priced.'
const DEFAULT =
  'where the buyer starts; the buyer may change it. Not together with the field without _default.'

const meanings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    // What is asked for
    partner_order_id:
      'Your own id of the order, unique among your orders and widget requests. On a fee it is only a label.',
    payin_currency: 'What the buyer pays in; see /api/v2/public/currency.',
    payout_currency: 'What the buyer gets; see /api/v2/public/currency.',
    payin_group:
      'How the buyer pays. Left out, the first that is offered for the currency, in the order listed.',
    payout_group:
      'How the buyer is paid. Left out, the first that is offered for the currency, in the order listed.',
    'body.payin_amount': `What is paid in, all fees included; excludes payout_amount. ${PAYIN}`,
    'body.payout_amount': `What is paid out; excludes payin_amount. ${PAYOUT}`,
    purchase_currency:
      'The currency of the purchase that the pay-out must cover. Together with purchase_amount.',
    purchase_amount:
      'What the pay-out, valued at the mid rate, must at least be worth. In purchase_currency.',
    dst_address:
      'Where the coins go, checked for the network of payout_currency; a testnet address in the sandbox.',
    memo: 'What the network needs beside the address: a tag for XRP, a memo for EOS and XLM.',
    client_email: 'Your client’s address. One client of yours is one address, whatever its case.',
    coupon: 'A percentage off the service fee.',
    free_first:
      '1 takes no service fee on this client’s first order, if your account has that policy. 1 if left out.',
    'createOrder.body.is_floating_rate':
      '1 prices the order when the money is in, at the rate of then; amounts before are an estimate. Goes with payin_amount alone, without a purchase. 0 if left out.',
    is_floating_rate: 'Whether the order to come would float. This price is the one of now either way.',
    client_ip: 'Your client’s IPv4 or IPv6 address.',
    remote_country: 'The country of client_ip, by two letters of ISO 3166-1.',
    client_external_id:
      'Your own id of the client. Taken and not used yet: limits come with the routes for clients, and until then no answer has them.',
    payin_amount_default: `The pay-in ${DEFAULT} ${PAYIN}`,
    payin_currency_default: `The pay-in currency ${DEFAULT}`,
    payin_group_default: `The way to pay ${DEFAULT}`,
    payout_amount_default: `The pay-out ${DEFAULT} ${PAYOUT}`,
    payout_currency_default: `The pay-out currency ${DEFAULT}`,
    payout_group_default: `The way to be paid ${DEFAULT}`,
    http_return_success: 'Where Done leads after a pay-out, https; partner_order_id and status are appended.',
    http_return_failed:
      'Where Done leads when the order failed, https; partner_order_id and status are appended.',
    direction: 'payin or payout.',

    // What is answered
    'healthcheck.answer.status': 'OK; FAIL, with HTTP status 503, while the store does not answer.',
    request_id: 'Opens the widget, by the loader or at /w/{request_id}; 24 h.',
    client_order_id: 'The order’s id here.',
    payin_amount: `What is paid in, all fees included. ${PAYIN}`,
    payout_amount: `What is paid out. ${PAYOUT}`,
    'callback.1.payin_amount': 'What is paid in, as a JSON number written to the last digit.',
    'callback.1.payout_amount': 'What is paid out, as a JSON number written to the last digit.',
    rate: 'What one whole unit of payout_currency costs in payin_currency, spread included: the rate that was used.',
    payin_fee: `Network fee of the pay-in. ${PAYIN}`,
    payout_fee: `Network fee of the pay-out. ${PAYOUT}`,
    margin_fee: `Service fee. ${PAYIN}`,
    payin_min_amount: `The least that one order may pay in. ${PAYIN}`,
    payin_max_amount: `The most that one order may pay in. ${PAYIN}`,
    payout_min_amount: `What the least pay-in pays out. ${PAYOUT}`,
    payout_max_amount: `What the most pay-in pays out. ${PAYOUT}`,
    'answer.limits': 'How much the client may still pay in. Not answered yet; see client_external_id.',
    client_limit_in_payin_currency: `What the client may still pay in. ${PAYIN}`,
    verification_level: 'How far the client is verified, lowest first in the list.',
    'createOrder.answer.created_at': 'UTC, YYYY-MM-DD HH:MM:SS.ffffff.',
    created_at: 'Unix seconds with six fractional digits.',
    crypto_address: 'Where a pay-in in coins is sent; null otherwise.',
    crypto_delay: 'Seconds for which crypto_address takes the pay-in; null otherwise.',
    payin_txid: 'The network’s id of a pay-in in coins; null otherwise.',
    redirect: 'The page where the buyer pays. Its key opens this order alone, and is told this once.',
    status: 'Where the order stands; see Order statuses.',
    substatus: 'What a pending order waits for; null otherwise. See Order statuses.',
    success: '1.',
    payin_amount_eur: `What is paid in. ${EUR}`,
    payout_amount_eur: `What is paid out. ${EUR}`,
    service_fee_amount: `Service fee. ${PAYIN}`,
    service_fee_amount_eur: `Service fee. ${EUR}`,
    service_fee_percent: 'Service fee as a share of payin_amount, in percent, two decimals.',
    payin_method: 'The card’s brand, null before the card is known; otherwise the group.',
    payib_method: 'The same as payin_method, under a spelling that some clients read.',
    payout_method: 'The way it is paid out.',
    payout_txid: 'The network’s id of the pay-out, once it is on its way.',
    card_type: 'The brand of the card that was charged last.',
    card_number: 'Its first six and last four digits around six stars.',
    payin_card_country: 'The country of the card’s bank, where the platform knows it.',
    dst_tag: 'The memo of an XRP address.',
    memo_id: 'The memo of an EOS address.',
    memo_value: 'The memo of an XLM address.',
    client_country: 'The country that the buyer gave.',
    country_by_ip: 'remote_country as you sent it; null for the widget’s orders.',
    status_log: 'Every status the order had, oldest first.',
    'status_log.at': 'When the status came, Unix seconds.',
    'status_log.status': 'The status that came.',
    error_message: 'There when status is error: the bank’s reason.',
    group: 'The group’s code.',
    info: 'What it is, for a buyer.',
    title: 'Its name, for a buyer.',
    list: 'The currencies that it takes or pays.',
    'list.currency': 'The currency’s code.',
    is_crypto: 'Whether it is a coin.',

    'ticker.params.name': 'A pair as <BASE>-<QUOTE>, such as BTC-EUR.',
    name: 'The pair as <BASE>-<QUOTE>: BASE is what an order pays out, QUOTE what it pays in.',
    ask: 'What a buyer pays for one whole BASE, in QUOTE, spread included: the rate of a quote.',
    bid: 'What one whole BASE is worth the other way, in QUOTE, the same spread taken off.',
    floating_rate: 'What an order with a floating rate would be priced at, were its money in now.',
    code: 'Two letters of ISO 3166-1.',
    'countries.answer.name': 'The country’s English name.',
    forbidden: '1 where orders are not served at all.',
    forbidden_card: '1 where cards are not taken.',
    method: 'A payment method: Visa, MasterCard, crypto, sepa, sofort, balance, bank, client or neteller.',

    // What a callback adds
    type: 'client_order: an order changed.',
    version: 'The callback version.',
    client_order: 'The order, as /api/v2/partner/order/{partner_order_id} answers it, and more.',
    expected_payout_amount: `What is to be paid out at the order’s price. ${PAYOUT}`,
    finished_at: 'Unix seconds with six fractional digits, once finished; null before.',
    limits: 'There when the order is pending for a limit.',
    client_limit_in_EUR: 'What the client may still pay in at this level, in EUR, as a JSON number.',
    verification_url: 'There when the order is pending for a limit: the page where the buyer lifts it.',
  }),
)
