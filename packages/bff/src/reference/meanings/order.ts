import { contract } from '@cambio/wire/http/contract.ts'
import { ClientOrderData, CreateClientOrder, CreatedClientOrder } from '@cambio/wire/order/ClientOrder.ts'
import {
  ConfirmedClientOrder,
  ConfirmedOrder,
  ConfirmWithdrawal,
  CreatedOrder,
  CreatedWithdrawal,
  CreateOrder,
  LogEntry,
  OrderAttempt,
  OrderData,
  OrderDataV1,
  OrderMoney,
} from '@cambio/wire/order/Order.ts'
import { BalanceEntry } from '@cambio/wire/partner/Balance.ts'
import { ClientOrderParams } from '@cambio/wire/routes/client.ts'
import { explain, type Explained } from './explain.ts'
import { amounts, amountFields, choice, chosen, EUR, FREE_FIRST, PAYIN } from './price.ts'

export const DST_ADDRESS =
  'The address that receives the coins, checked for the network of payout_currency; a testnet address in the sandbox. For a pay-out by sepa, the IBAN.'
export const MEMO = 'What the network needs beside the address: a tag for XRP, a memo for EOS and XLM.'
export const COUPON =
  'A percentage off the service fee. An order reserves a use while a charge or a deposit is open, and uses it up when money is received. A bank transfer or coins that arrive after the last use are priced without it; the order’s fee shows this.'
export const METADATA =
  'Your own notes: up to 20 keys of letters, digits, ., _ and -, each with a text of up to 500 characters. Buyers do not see them. Do not put secrets or personal data in them.'
export const NOTED = 'Your own notes; left out if there are none.'
export const STATUS = 'Where the order stands; see Order statuses.'
export const SUBSTATUS = 'What a pending order waits for; null otherwise. See Order statuses.'
export const STATUS_LOG = 'Every status the order had, oldest first.'
export const CLIENT_ORDER_ID = 'The order’s id here.'
export const PAYOUT_TXID = 'The network’s id of the pay-out, once it is on its way.'

const CRYPTO_ADDRESS =
  'The address for a pay-in in coins, used for this order only; null for other pay-ins, and while an order that was created without a client waits for one.'
const CRYPTO_DELAY =
  'Seconds left until the coins must be seen on their network, unconfirmed or in a block; 0 once they were seen; null if the order is not paid in coins.'

/** Where coins go, as it is answered: the memo under the name that its network has for it. */
export const destination = {
  dst_address:
    'The address that receives the coins, or the IBAN that receives the money; null if it stays on a balance.',
  dst_tag: 'The memo of an XRP address.',
  memo_id: 'The memo of an EOS address.',
  memo_value: 'The memo of an XLM address.',
}

/** An order as its partner sees it. */
export const orderData = {
  ...amounts,
  ...chosen,
  ...destination,
  partner_order_id: 'Your own id of the order; the client_order_id of one that your client placed by itself.',
  client_order_id: CLIENT_ORDER_ID,
  payin_amount_eur: `What is paid in. ${EUR}`,
  payout_amount_eur: `What is paid out. ${EUR}`,
  service_fee_amount: `Service fee. ${PAYIN}`,
  service_fee_amount_eur: `Service fee. ${EUR}`,
  service_fee_percent: 'Service fee as a share of payin_amount, in percent, two decimals.',
  payin_method: 'The card’s brand, null before the card is known; otherwise the group.',
  payib_method: 'The same value as payin_method, under the misspelled name that some clients read.',
  payout_method: 'The way it is paid out.',
  payout_txid: PAYOUT_TXID,
  status: STATUS,
  substatus: SUBSTATUS,
  card_type: 'The brand of the card that was charged last.',
  card_number: 'Its first six and last four digits around six stars.',
  payin_card_country: 'The country of the card’s bank, where the platform knows it.',
  client_country: 'The country that you registered the client with, or else the one that the buyer gave.',
  country_by_ip:
    'remote_country of the order that you created. For orders of the widget and of clients that of the client’s last login; null where it never logged in.',
  purchase_currency: 'The currency of the purchase, where one was named.',
  purchase_amount: 'The minimum value of the pay-out at the mid rate. In purchase_currency.',
  child_order_id:
    'Only for a merchant order that is settled to your balance: the order that sells its coins.',
  child_payin_amount: 'The coins that are sold. In child_payin_currency.',
  child_payin_currency: 'The currency of the coins.',
  child_payout_amount:
    'Their value at the mid rate, all of it yours; an estimate until child_order_status is finished. In child_payout_currency.',
  child_payout_currency: 'The currency of the purchase, and of your balance.',
  child_order_status: 'Where the child order stands; see Order statuses.',
  child_order_substatus: 'Null.',
  crypto_address: CRYPTO_ADDRESS,
  crypto_delay: CRYPTO_DELAY,
  refund_address_state:
    'Only when coins arrived that the order cannot use: needed until the buyer has entered a refund wallet on the order’s page; then given. While the operator checks the order, the buyer is not asked. The wallet itself is never shown.',
  created_at: 'Unix seconds with six fractional digits.',
  finished_at:
    'When the order ended, in whatever status: Unix seconds with six fractional digits. Null until then.',
  money: 'Where the buyer’s money is.',
  refund_reason: 'Why the money is or was refunded; null otherwise. See Refund reasons.',
  attempts: 'Every attempt to pay, oldest first.',
  status_log: STATUS_LOG,
  metadata: NOTED,
  error_message:
    'Only when status is error: the bank’s reason (Declined alone, for a buyer or a card that was declined too often in a day), or that the buyer canceled at the bank.',
}

/** One attempt to pay. */
export const orderAttempt = {
  at: 'When it was made, or first seen. Unix seconds with a fraction.',
  method: 'The card’s brand, null where it is not known; otherwise the group.',
  wallet: 'Only for a card that was paid from a wallet: which one. A wallet may be added.',
  result: 'Its result; see Attempts to pay.',
  decline_reason:
    'Why the bank declined, where it did; see Decline reasons. Null from the fourth decline of a buyer or a card in a day: another reason would only help card testing.',
}

/** An order in answers and callbacks of version 1. */
export const orderDataV1 = {
  ...destination,
  partner_order_id: 'Your own id of the order.',
  payin_amount: 'What is paid in, as a JSON number written to the last digit.',
  payout_amount: 'What is paid out, as a JSON number written to the last digit.',
  payin_currency: chosen.payin_currency,
  payout_currency: chosen.payout_currency,
  status: STATUS,
}

export const UUID = 'Names the withdrawal when it is confirmed.'
export const EXPIRATION = 'Until when the code works, Unix seconds with six fractional digits.'

const REDIRECT = 'The page where the buyer pays. Its key opens only this order, and is shown only once.'

/** A placed order, as a client reads it. */
const createdOrder = {
  ...amounts,
  ...chosen,
  client_order_id: CLIENT_ORDER_ID,
  created_at: 'UTC, YYYY-MM-DD HH:MM:SS.ffffff.',
  crypto_address: CRYPTO_ADDRESS,
  crypto_delay: CRYPTO_DELAY,
  dst_address: destination.dst_address,
  payin_txid: 'The network’s id of a pay-in in coins; null otherwise.',
  status: STATUS,
  success: '1.',
}

const {
  partner_order_id: _id,
  payib_method: _method,
  substatus: _substatus,
  child_order_id: _childId,
  child_payin_amount: _childPayin,
  child_payin_currency: _childPayinCurrency,
  child_payout_amount: _childPayout,
  child_payout_currency: _childPayoutCurrency,
  child_order_status: _childStatus,
  child_order_substatus: _childSubstatus,
  metadata: _metadata,
  ...clientOrderData
} = orderData
const balanceEntry = {
  amount:
    'The amount that can be spent now, without withdrawals that wait for a code. With exactly the currency’s decimals.',
  currency: 'The currency’s code.',
}

export const orderMeanings: readonly Explained[] = [
  explain(CreateOrder, {
    ...choice,
    ...amountFields,
    partner_order_id: 'Your own id of the order, unique among your orders and widget requests.',
    purchase_currency:
      'The currency of the purchase that the pay-out must cover. Together with purchase_amount.',
    purchase_amount: 'The minimum value of the pay-out at the mid rate. In purchase_currency.',
    dst_address: DST_ADDRESS,
    memo: MEMO,
    client_email:
      'Your client’s address. One client of yours is one address, whatever its case. Required if a side is balance; it must then be a client that you registered.',
    coupon: COUPON,
    free_first: FREE_FIRST,
    is_floating_rate:
      '1 prices the order when the money is received, at the rate of that moment; earlier amounts are estimates. Requires payin_amount, and excludes a purchase. 0 if left out.',
    client_ip: 'Your client’s IPv4 or IPv6 address.',
    remote_country: 'The country of client_ip, by two letters of ISO 3166-1.',
    metadata: METADATA,
  }),
  explain(CreateClientOrder, {
    ...choice,
    ...amountFields,
    dst_address: DST_ADDRESS,
    memo: MEMO,
    coupon: COUPON,
    free_first: FREE_FIRST,
  }),
  explain(CreatedClientOrder, { ...createdOrder, redirect: REDIRECT }),
  explain(ClientOrderParams, { client_order_id: CLIENT_ORDER_ID }),
  explain(ClientOrderData, clientOrderData),
  explain(CreatedOrder, {
    ...createdOrder,
    partner_order_id: 'Your own id of the order.',
    redirect: REDIRECT,
    metadata: NOTED,
  }),
  explain(CreatedWithdrawal, {
    client_order_id: CLIENT_ORDER_ID,
    uuid: UUID,
    expiration_time_sec: EXPIRATION,
    metadata: NOTED,
  }),
  explain(ConfirmWithdrawal, { uuid: UUID, code: 'The six digits of the withdrawal_code callback.' }),
  explain(ConfirmedOrder, {
    ...createdOrder,
    partner_order_id: 'Your own id of the order.',
    metadata: NOTED,
  }),
  explain(ConfirmedClientOrder, createdOrder),
  explain(BalanceEntry, balanceEntry),
  explain(contract.partner.balance.params, { currency: 'The currency’s code.' }),
  explain(contract.client.balance.params, { currency: 'The currency’s code.' }),
  explain(contract.partner.order.params, { partner_order_id: 'Your own id of the order.' }),
  explain(OrderData, orderData),
  explain(contract.partnerV1.order.body, { partner_order_id: 'Your own id of the order.' }),
  explain(OrderDataV1, { ...orderDataV1, payout_txid: PAYOUT_TXID }),
  explain(OrderMoney, {
    state:
      'not_taken; checking while we wait for an answer about a payment; held by the payer’s bank; taken; returning or returned to the payer; owed while a refund waits for the operator or for the buyer’s wallet. If another payment than the one that bought the coins is owed or being refunded, this describes that payment until it is refunded. What a chain reorganisation removed is not_taken, also of an order that was paid out.',
    amount:
      'How much of it. In currency, with exactly its decimals. A refund in coins reaches its buyer less the network fee: returned has the amount sent, and so does returning once that fee is fixed; until then it has the amount received.',
    currency: 'Its currency.',
    at: 'When this was last confirmed: unix seconds with six fractional digits.',
  }),
  explain(OrderAttempt, orderAttempt),
  explain(LogEntry, { at: 'When the status began, Unix seconds.', status: 'The new status.' }),
]
