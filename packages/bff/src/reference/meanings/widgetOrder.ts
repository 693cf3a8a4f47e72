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
      'Where anyone can look at the pay-out’s transaction; null until there is one, and where it is on no network.',
    status_log: STATUS_LOG,
    money: 'Where the buyer’s money is.',
    is_stopped: 'Whether the order stands still until the operator has looked at it.',
    price_held_until:
      'Until when a card may be charged at these amounts, RFC 3339: a minute for what the widget quoted, fifteen for an order of the API. A charge after that is quote_expired where the price has changed, and the order has the new one; so is one before that by a card whose owner has had a free first order under another address, and coupon_invalid where the coupon was used up meanwhile. Null once a card is charged, and where the price does not end.',
    expires_at: 'When an unpaid order lapses, RFC 3339; null when it no longer does.',
    attempt: 'The card payment that was tried last; null before.',
    tries: 'Every card payment that was tried, oldest first.',
    attempts_left: 'How many more cards may be tried.',
    limit: 'What the buyer’s limit means for this order, while a card may be handed in; null otherwise.',
    typical_seconds: 'How long orders of the same way usually take here.',
    withdrawal: 'What confirms a withdrawal, while its code is waited for; else null.',
    transfer: 'Where the buyer sends the money, while a bank transfer is waited for; else null.',
    deposit: 'Where the buyer sends coins, and what was received; null for another way to pay.',
    error_message: 'The bank’s reason, where there is one.',
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
    decline_reason: 'Why the bank declined, as in attempt.',
  }),
  explain(TypicalSeconds, {
    payin:
      'The median time from the payment to its approval, in seconds: of a card since it was handed in, of coins since they were seen, of a transfer since the order was placed. Null while fewer than five orders of the last 30 days tell, and for a balance.',
    payout: 'The median time from there to the end, in seconds; null while too few orders tell.',
  }),
  explain(WithdrawalView, {
    tries_left: 'How many wrong codes end the order.',
    outbox_url: 'In the sandbox alone: the page that lists the code.',
  }),
  explain(TransferView, {
    beneficiary: 'In whose name the account is.',
    iban: 'The account’s IBAN.',
    reference: 'What the transfer has to say, so that it finds its order.',
    test_bank_url: 'In the sandbox alone: a page that sends the transfer with one press.',
  }),
  explain(DepositView, {
    address: 'Where the coins are sent: an address that is this order’s alone.',
    network: 'The network that they are sent on.',
    is_awaited: 'Whether coins are waited for.',
    awaited_until: 'Until when coins count that are seen, RFC 3339; null while none are waited for.',
    amount_missing: 'What the order asks for, less what was received of that coin.',
    payment_uri:
      'What is missing as a link that a wallet opens, amount included (EIP-681); null while no coins are waited for.',
    confirmations_needed: 'How many blocks deep coins count.',
    arrivals: 'The coins received or seen, in the order in which they were seen.',
    refund_address_state:
      'Whether the buyer has to say which wallet coins go back to, or has; null while nothing goes back.',
    is_stopped: 'Whether the operator looks at the order before anything goes on.',
    test_wallet_url: 'Sandbox: a page that sends what is asked for with one press.',
  }),
  explain(Arrival, {
    amount: 'The amount.',
    currency: 'Which coin; another than was asked for goes back.',
    state:
      'seen is not final, gone never counted, short is too little so far, taken has bought the pay-out or is about to, owed waits for a wallet to go back to, or for the operator where its way back failed, kept is less than what the network takes for sending it back.',
    confirmations: 'How many blocks it is deep.',
    txid: 'The network’s id of its transaction.',
    url: 'Where anyone can look at that transaction.',
  }),
  explain(AttemptView, {
    number: 'Counts the order’s attempts, from 1.',
    state:
      'Where the attempt stands: canceled is one that the buyer turned back from at the bank, try_again one that the card platform had no time for, so that nothing moved and the same card may be charged again, returning is money on its way back, stopped waits until the operator has looked at it.',
    card_number: 'The first six and last four digits around six stars.',
    card_type: 'The card’s brand.',
    decline_reason:
      'Why the bank declined, where it did; null from the fourth decline of a buyer or a card in a day on.',
    challenge_url: 'The page that takes the buyer to the bank, while state is challenge.',
  }),
]
