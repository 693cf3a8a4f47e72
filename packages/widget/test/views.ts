import type { DepositView } from '@cambio/wire/order/Deposit.ts'
import type { WidgetQuote } from '@cambio/wire/order/Quote.ts'
import type { Payer, WidgetOrder, WidgetView } from '@cambio/wire/widget/Widget.ts'

/** Views to put a test's one difference into. */

const payer: Payer = {
  first_name: 'Jane',
  last_name: 'Doe',
  birth_date: '1990-01-31',
  country: 'DE',
  state: 'Berlin',
  city: 'Berlin',
  address: 'Street 1',
  postal_code: '10115',
  phone: '+49 30 1234567',
}

export const buyer: NonNullable<WidgetView['buyer']> = {
  email: 'doe@example.com',
  verification_level: 'basic',
  limit_in_eur: '150.00',
  payer,
  balances: [],
}

export const order: WidgetOrder = {
  client_order_id: 'A1B2C-D3E4F5',
  status: 'payin_pending',
  substatus: null,
  payin_amount: '100.00',
  payin_currency: 'EUR',
  payin_group: 'card',
  payout_amount: '0.034000000000000000',
  payout_currency: 'ETH',
  payout_group: 'crypto',
  payin_fee: '1.00',
  payout_fee: '0.000100000000000000',
  margin_fee: '2.00',
  rate: '2800',
  dst_address: '0x52908400098527886E0F7030069857D2E4169EE7',
  memo: null,
  payout_txid: null,
  payout_url: null,
  status_log: [],
  money: { state: 'not_taken', amount: '100.00', currency: 'EUR', at: '1767225600.000000' },
  is_stopped: false,
  expires_at: null,
  price_held_until: null,
  attempt: null,
  limit: null,
  tries: [],
  attempts_left: 3,
  typical_seconds: { payin: null, payout: null },
  transfer: null,
  deposit: null,
  withdrawal: null,
  error_message: null,
  verification_url: null,
  return_url: null,
}

/** An order that waits for its coins. */
export const deposit: DepositView = {
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  network: 'ethereum',
  is_awaited: true,
  awaited_until: '2026-03-01T12:15:00.000Z',
  amount_missing: '1.000000000000000000',
  payment_uri: null,
  confirmations_needed: 2,
  arrivals: [],
  refund_address_state: null,
  is_stopped: false,
  test_wallet_url: null,
}

export const quote: WidgetQuote = {
  ...order,
  quote_id: 'q_1',
  expires_at: '2026-01-01T00:01:00.000Z',
  payin_min_amount: '20.00',
  payin_max_amount: '5000.00',
  payout_min_amount: '0.007000000000000000',
  payout_max_amount: '1.700000000000000000',
  limit: { left_in_eur: '150.00', next_level: 'identity', needed_level: null },
}

export const attempt: NonNullable<WidgetOrder['attempt']> = {
  number: 1,
  state: 'checking',
  card_number: '411111******1111',
  card_type: 'Visa',
  decline_reason: null,
  challenge_url: null,
}

const fiat = { is_crypto: false, decimals: 2, network: null, memo: null }
const coin = { is_crypto: true, decimals: 18, network: 'ethereum', memo: null }

export const view: WidgetView = {
  kind: 'request',
  version: 'v1',
  mode: 'sandbox',
  partner: { name: 'Shop', origins: ['https://shop.example'], theme: null, logo: null },
  state: 'opened',
  fixed: {},
  defaults: {},
  offer: {
    payin: [
      { ...fiat, currency: 'EUR', title: 'Euro', groups: ['card', 'sepa'] },
      { ...fiat, currency: 'USD', title: 'US dollar', groups: ['card'] },
    ],
    payout: [
      { ...coin, currency: 'ETH', title: 'Ether', groups: ['crypto', 'balance'] },
      {
        ...coin,
        currency: 'XRP',
        title: 'XRP',
        decimals: 6,
        network: 'ripple',
        memo: 'dst_tag',
        groups: ['crypto'],
      },
    ],
    pairs: { EUR: ['ETH', 'XRP'], USD: ['XRP'] },
  },
  legal: null,
  countries_url: '/widget/countries/list.json',
  draft: null,
  order_state: null,
  buyer: null,
  order: null,
}
