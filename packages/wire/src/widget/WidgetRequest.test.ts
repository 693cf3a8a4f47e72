import { describe, expect, test } from 'vitest'
import { breaches, CreateRequest } from './WidgetRequest.ts'

const complete = {
  payin_currency: 'EUR',
  payin_group: 'card',
  payout_currency: 'ETH',
  payout_group: 'crypto',
} as const

describe('the rules between the fields of a widget request', () => {
  test.each([
    [{}],
    [complete],
    [{ ...complete, payin_amount: '100' }],
    [{ ...complete, payout_amount_default: '1' }],
    [{ payin_currency: 'EUR', payin_group_default: 'card' }],
    [{ payin_currency_default: 'EUR', payin_group: 'card' }],
    [{ ...complete, dst_address: '0x52908400098527886E0F7030069857D2E4169EE7' }],
  ] as const)('the rules between the fields of a widget request are kept by %j', (fields) => {
    expect(breaches(CreateRequest.parse(fields))).toEqual([])
  })

  test.each([
    [
      { payin_amount: '1', payin_amount_default: '1' },
      'fixed_and_default',
      'payin_amount',
      'payin_amount_default',
    ],
    [
      { payout_amount: '1', payout_amount_default: '1' },
      'fixed_and_default',
      'payout_amount',
      'payout_amount_default',
    ],
    [
      { ...complete, payin_currency_default: 'USD' },
      'fixed_and_default',
      'payin_currency',
      'payin_currency_default',
    ],
    [{ ...complete, payin_group_default: 'card' }, 'fixed_and_default', 'payin_group', 'payin_group_default'],
    [
      { ...complete, payout_currency_default: 'BTC' },
      'fixed_and_default',
      'payout_currency',
      'payout_currency_default',
    ],
    [
      { ...complete, payout_group_default: 'crypto' },
      'fixed_and_default',
      'payout_group',
      'payout_group_default',
    ],
    [{ payin_amount: '1', payout_amount: '1' }, 'fields_incompatible', 'payin_amount', 'payout_amount'],
    [
      { payin_amount: '1', payout_amount_default: '1' },
      'fields_incompatible',
      'payin_amount',
      'payout_amount_default',
    ],
    [
      { payin_amount_default: '1', payout_amount: '1' },
      'fields_incompatible',
      'payin_amount_default',
      'payout_amount',
    ],
    [
      { payin_amount_default: '1', payout_amount_default: '1' },
      'fields_incompatible',
      'payin_amount_default',
      'payout_amount_default',
    ],
    [{ payin_currency: 'EUR' }, 'field_requires', 'payin_currency', 'payin_group'],
    [{ payin_currency_default: 'EUR' }, 'field_requires', 'payin_currency_default', 'payin_group'],
    [{ payin_group: 'card' }, 'field_requires', 'payin_group', 'payin_currency'],
    [{ payin_group_default: 'card' }, 'field_requires', 'payin_group_default', 'payin_currency'],
    [{ payout_currency: 'ETH' }, 'field_requires', 'payout_currency', 'payout_group'],
    [{ payout_currency_default: 'ETH' }, 'field_requires', 'payout_currency_default', 'payout_group'],
    [{ payout_group: 'crypto' }, 'field_requires', 'payout_group', 'payout_currency'],
    [{ payout_group_default: 'crypto' }, 'field_requires', 'payout_group_default', 'payout_currency'],
    [
      { payout_currency_default: 'ETH', payout_group: 'crypto', dst_address: '0x1' },
      'field_requires',
      'dst_address',
      'payout_currency',
    ],
  ] as const)(
    'the rules between the fields of a widget request are broken by %j: %s names %s and %s',
    (fields, code, a, b) => {
      const faults = breaches(CreateRequest.parse(fields))
      expect(faults.map(({ pointer }) => pointer)).toEqual([`/${a}`, `/${b}`])
      expect(faults.map((breach) => breach.code)).toEqual([code, code])
    },
  )
})

test('a tolerance of the price is a number or its digits', () => {
  expect(CreateRequest.parse({ price_tolerance_bps: '50' })).toEqual({ price_tolerance_bps: 50 })
  expect(CreateRequest.parse({ price_tolerance_bps: 100 })).toEqual({ price_tolerance_bps: 100 })
  for (const wrong of ['101', '', '1.5', '-1', 101, -1, 0.5])
    expect(CreateRequest.safeParse({ price_tolerance_bps: wrong }).success).toBe(false)
})
