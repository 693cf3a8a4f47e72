const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

/**
 * Requests to begin with, by the value of their choice.
 * @type {Readonly<Record<string, Record<string, string>>>}
 */
export const presets = {
  card: {
    payin_amount_default: '100.00',
    payin_currency_default: 'EUR',
    payin_group_default: 'card',
    payout_currency_default: 'ETH',
    payout_group_default: 'crypto',
  },
  fixed: {
    payin_amount: '100.00',
    payin_currency: 'EUR',
    payin_group: 'card',
    payout_currency: 'ETH',
    payout_group: 'crypto',
    dst_address: wallet,
  },
  limit: {
    payin_amount: '200.00',
    payin_currency: 'EUR',
    payin_group: 'card',
    payout_currency: 'ETH',
    payout_group: 'crypto',
  },
  sepa: {
    payin_amount: '100.00',
    payin_currency: 'EUR',
    payin_group: 'sepa',
    payout_currency: 'ETH',
    payout_group: 'crypto',
    dst_address: wallet,
  },
  crypto: {
    payin_amount: '0.05',
    payin_currency: 'ETH',
    payin_group: 'crypto',
    payout_currency: 'USDC',
    payout_group: 'crypto',
    dst_address: wallet,
  },
  withdrawal: {
    payin_amount: '0.01',
    payin_currency: 'ETH',
    payin_group: 'balance',
    payout_currency: 'ETH',
    payout_group: 'crypto',
    dst_address: wallet,
  },
  bounds: { payin_amount: '1.00', payin_currency: 'EUR', payin_group: 'card' },
  pair: { payin_amount: '100.00', payin_amount_default: '50.00' },
}
