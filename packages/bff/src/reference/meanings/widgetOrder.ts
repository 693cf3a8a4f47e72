import { Arrival, DepositView } from '@cambio/wire/order/Deposit.ts'
import {
  AttemptView,
  OrderTerms,
  TransferView,
  TypicalSeconds,
  Try,
  WidgetOrder,
  WithdrawalView,
} from '@cambio/wire/widget/Widget.ts'
import { explain, type Explained } from './explain.ts'
import { CLIENT_ORDER_ID, MEMO, PAYOUT_TXID, STATUS, STATUS_LOG, SUBSTATUS } from './order.ts'
import { chosen, price } from './price.ts'

export const widgetOrderMeanings: readonly Explained[] = [
  explain(WidgetOrder, {
    ...price,
    ...chosen,
    client_order_id: CLIENT_ORDER_ID,
    status: STATUS,
    substatus: SUBSTATUS,
    dst_address: 'Where the coins go.',
    memo: MEMO,
    payout_txid: PAYOUT_TXID,
    payout_url:
      'Where anyone can look at the pay-out’s transaction; null until there is one, and if it is on no network.',
    status_log: STATUS_LOG,
    money: 'Where the buyer’s money is.',
    is_stopped: 'Whether the order is stopped until the operator has decided.',
    price_held_until:
      'Until when a card may be charged at these amounts, RFC 3339: a minute for what the widget quoted, fifteen for an order of the API. A charge after that is quote_expired if the price has changed, and the order has the new one. So is an earlier one by a card whose owner has had a free first order under another address; it is coupon_invalid if the coupon was used up meanwhile. Null once a card is charged, and if the price does not expire.',
    expires_at: 'When an unpaid order expires, RFC 3339; null if it no longer does.',
    attempt: 'The card payment that was tried last; null before.',
    tries: 'Every card payment that was tried, oldest first.',
    attempts_left: 'How many more cards may be tried.',
    limit: 'What the buyer’s limit means for this order, while a card may be charged; null otherwise.',
    typical_seconds: 'How long orders of the same way usually take here.',
    withdrawal: 'What confirms a withdrawal, while it waits for its code; otherwise null.',
    transfer: 'Where the buyer sends the money, while the order waits for a bank transfer; otherwise null.',
    deposit: 'Where the buyer sends coins, and what was received; null for another way to pay.',
    error_message: 'The bank’s reason, if there is one.',
    verification_url:
      'Where the buyer lifts a limit, while the order is pending for one; null where no level allows the amount.',
    return_url: 'Where Done leads, with partner_order_id and status appended.',
  }),
  explain(OrderTerms, {
    ...price,
    ...chosen,
    dst_address: 'Where the coins go.',
    memo: MEMO,
  }),
  explain(Try, {
    at: 'When it was made, Unix seconds with six fractional digits.',
    state: 'Where it stands, as in attempt.',
    card_number: 'The first six and last four digits around six stars.',
    wallet:
      'The wallet that the card was paid from; null for a card whose number was typed. Earlier versions omit it.',
    decline_reason: 'Why the bank declined, as in attempt.',
  }),
  explain(TypicalSeconds, {
    payin:
      'The median time from the payment to its approval, in seconds: of a card since it was charged, of coins since they were seen, of a transfer since the order was placed. Null while there are fewer than five such orders in the last 30 days, and for a balance.',
    payout: 'The median time from there to the end, in seconds; null while there are too few such orders.',
  }),
  explain(WithdrawalView, {
    tries_left: 'How many wrong codes end the order.',
    outbox_url: 'Only in the sandbox: the page that lists the code.',
  }),
  explain(TransferView, {
    beneficiary: 'The name of the account’s owner.',
    iban: 'The account’s IBAN.',
    reference: 'The reference that assigns the transfer to its order.',
    test_bank_url: 'Only in the sandbox: a page that sends the transfer with one press.',
  }),
  explain(DepositView, {
    address: 'Where the coins are sent: an address for this order only.',
    network: 'The network that they are sent on.',
    is_awaited: 'Whether the order waits for coins.',
    awaited_until: 'Until when seen coins count, RFC 3339; null if the order does not wait for coins.',
    amount_missing: 'The amount of the order, less what was received in that coin.',
    payment_uri:
      'What is missing as a link that a wallet opens, amount included (EIP-681); null if the order does not wait for coins.',
    confirmations_needed: 'After how many confirmations coins count.',
    arrivals: 'The coins received or seen, in the order in which they were seen.',
    refund_address_state:
      'Whether the buyer must name a wallet for a refund in coins, or has named one; null without such a refund.',
    is_stopped: 'Whether the order is stopped until the operator has decided.',
    test_wallet_url: 'Sandbox: a page that sends what is asked for with one press.',
  }),
  explain(Arrival, {
    amount: 'The amount.',
    currency: 'Which coin; one that was not asked for is refunded.',
    state:
      'seen is not final, gone never counted, short is too little so far, taken has bought the pay-out or is about to, owed waits for a refund wallet, or for the operator if its refund failed, kept is less than the network fee of a refund.',
    confirmations: 'Its confirmations.',
    txid: 'The network’s id of its transaction.',
    url: 'Where anyone can look at that transaction.',
  }),
  explain(AttemptView, {
    number: 'Counts the order’s attempts, from 1.',
    state:
      'Where the attempt stands: canceled: the buyer canceled at the bank; try_again: the card platform was too busy, so no money moved and the card may be charged again; returning: the money is being refunded; stopped: it waits for the operator’s decision.',
    card_number: 'The first six and last four digits around six stars.',
    card_type: 'The card’s brand.',
    decline_reason:
      'Why the bank declined, if it did; null from the fourth decline of a buyer or a card in a day.',
    challenge_url: 'The page that takes the buyer to the bank, while state is challenge.',
  }),
]
