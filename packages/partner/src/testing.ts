import type { AttemptDeclined, CallbackV1, CallbackV2, CodeCallback } from '@cambio/wire/partner/Callback.ts'
import { signCallback, signWebhook } from '@cambio/wire/partner/signature.ts'
import { callbackSecret } from './callbackSecret.ts'

/** A callback as it arrives, ready to be posted to a partner's own receiver. */
export type TestCallback = { readonly body: string; readonly headers: Readonly<Record<string, string>> }

/**
 * Makes a signed callback for a partner's own tests: a finished order, except for what `order` changes; with
 * `withdrawal` the code that confirms a withdrawal; with `attempt` a declined attempt to pay.
 * @param input.secret the callback secret, as it is or as `whsec_…`
 * @param input.at when the exchange sends it; now, if not given
 * @param input.id the callback's id; the same id means the same callback again
 */
export function makeTestCallback(
  input: { readonly secret: string; readonly id?: string; readonly at?: Date } & (
    | { readonly version?: 2; readonly order?: Partial<CallbackV2['client_order']> }
    | { readonly version: 1; readonly order?: Partial<CallbackV1> }
    | { readonly withdrawal: Partial<CodeCallback['withdrawal']> }
    | { readonly attempt: Partial<AttemptDeclined['attempt']> }
  ),
): TestCallback {
  const { id = 'test_callback_1', at = new Date() } = input
  const secret = callbackSecret(input.secret)
  const body = JSON.stringify(contentOf(input))
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  return {
    body,
    headers: {
      'Content-Type': 'application/json',
      'API-Signature': signCallback(secret, body),
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signWebhook(secret, id, timestamp, body),
    },
  }
}

function contentOf(
  input: Parameters<typeof makeTestCallback>[0],
): CallbackV1 | CallbackV2 | CodeCallback | AttemptDeclined {
  if ('attempt' in input)
    return { type: 'attempt_declined', version: 2, attempt: { ...attempt, ...input.attempt } }
  if ('withdrawal' in input)
    return { type: 'withdrawal_code', version: 2, withdrawal: { ...withdrawal, ...input.withdrawal } }
  if (input.version === 1) return { ...flatOrder, ...input.order }
  return { type: 'client_order', version: 2, client_order: { ...order, ...input.order } }
}

const order: CallbackV2['client_order'] = {
  partner_order_id: 'test-order-1',
  client_order_id: 'TEST1-ORDER1',
  payin_amount: '100.00',
  payout_amount: '0.034500000000000000',
  expected_payout_amount: '0.034500000000000000',
  payin_amount_eur: '100.00',
  payout_amount_eur: '94.87',
  service_fee_amount: '2.00',
  service_fee_amount_eur: '2.00',
  service_fee_percent: '2',
  payin_currency: 'EUR',
  payout_currency: 'ETH',
  payin_group: 'card',
  payout_group: 'crypto',
  payin_method: 'Visa',
  payib_method: 'Visa',
  payout_method: 'crypto',
  payout_txid: '5f'.repeat(32),
  status: 'finished',
  substatus: null,
  card_type: 'Visa',
  card_number: '411111******1111',
  payin_card_country: null,
  dst_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  dst_tag: null,
  memo_id: null,
  memo_value: null,
  client_country: 'DE',
  country_by_ip: null,
  client_email: 'buyer@example.com',
  crypto_address: null,
  crypto_delay: null,
  created_at: '1767225600.000000',
  finished_at: '1767225660.000000',
  refund_reason: null,
  attempts: [{ at: 1767225610, method: 'Visa', result: 'succeeded', decline_reason: null }],
  money: { state: 'taken', amount: '100.00', currency: 'EUR', at: '1767225640.000000' },
  status_log: [
    { at: 1767225600, status: 'payin_pending' },
    { at: 1767225601, status: 'processing' },
    { at: 1767225620, status: 'auth_success' },
    { at: 1767225640, status: 'processing_payout' },
    { at: 1767225660, status: 'finished' },
  ],
}

const flatOrder: CallbackV1 = {
  partner_order_id: order.partner_order_id,
  payin_amount: 100,
  payout_amount: 0.0345,
  payin_currency: order.payin_currency,
  payout_currency: order.payout_currency,
  status: order.status,
  dst_address: order.dst_address,
  dst_tag: null,
  memo_id: null,
  memo_value: null,
}

const withdrawal: CodeCallback['withdrawal'] = {
  client_order_id: order.client_order_id,
  partner_order_id: order.partner_order_id,
  uuid: '0b54cf7b-9f7e-4bd5-8f6a-3c1d2e4f5a6b',
  code: '123456',
  expiration_time_sec: '1767226200.000000',
}

const attempt: AttemptDeclined['attempt'] = {
  client_order_id: order.client_order_id,
  partner_order_id: order.partner_order_id,
  at: 1767225610,
  method: 'Visa',
  result: 'declined',
  decline_reason: 'Insufficient funds',
}
