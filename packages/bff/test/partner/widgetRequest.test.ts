import { catalogue, type Code } from '@cambio/wire/http/Problem.ts'
import type { CreateRequest } from '@cambio/wire/widget/WidgetRequest.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ethAddress, openRig, type Rig } from '../rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

const path = '/api/v2/partner/create_request'
const eurByCard = { payin_currency: 'EUR', payin_group: 'card' } as const
const ethOut = { payout_currency: 'ETH', payout_group: 'crypto' } as const
const Errors = z.array(z.object({ pointer: z.string() }))

const allowed: readonly CreateRequest[] = [
  {},
  eurByCard,
  { payin_currency_default: 'EUR', payin_group_default: 'card' },
  { payin_currency: 'EUR', payin_group_default: 'card' },
  { ...eurByCard, payin_amount: '100' },
  { payin_amount: '100' },
  { payin_amount: '20.001' },
  { ...ethOut, payout_amount: '0.1' },
  { ...eurByCard, payin_amount_default: '100' },
  { ...eurByCard, ...ethOut, payout_amount: '0.1' },
  { ...eurByCard, ...ethOut, payout_amount_default: '0.1' },
  { ...ethOut, dst_address: ethAddress },
  { http_return_success: 'https://shop.test/thanks', http_return_failed: 'http://127.0.0.1:8788/sorry' },
  { price_tolerance_bps: 0 },
  { price_tolerance_bps: 100 },
]

const refused: readonly [Readonly<Record<string, string | number>>, Code, readonly string[]][] = [
  [
    { ...eurByCard, payin_amount: '1', payin_amount_default: '1' },
    'fixed_and_default',
    ['payin_amount', 'payin_amount_default'],
  ],
  [
    { ...eurByCard, payin_currency_default: 'EUR' },
    'fixed_and_default',
    ['payin_currency', 'payin_currency_default'],
  ],
  [
    { ...eurByCard, payin_group_default: 'card' },
    'fixed_and_default',
    ['payin_group', 'payin_group_default'],
  ],
  [
    { ...ethOut, payout_amount: '1', payout_amount_default: '1' },
    'fixed_and_default',
    ['payout_amount', 'payout_amount_default'],
  ],
  [
    { ...ethOut, payout_currency_default: 'ETH' },
    'fixed_and_default',
    ['payout_currency', 'payout_currency_default'],
  ],
  [
    { ...ethOut, payout_group_default: 'crypto' },
    'fixed_and_default',
    ['payout_group', 'payout_group_default'],
  ],
  [{ payin_amount: '100', payout_amount: '1' }, 'fields_incompatible', ['payin_amount', 'payout_amount']],
  [
    { payin_amount: '100', payout_amount_default: '1' },
    'fields_incompatible',
    ['payin_amount', 'payout_amount_default'],
  ],
  [
    { payin_amount_default: '100', payout_amount: '1' },
    'fields_incompatible',
    ['payin_amount_default', 'payout_amount'],
  ],
  [
    { payin_amount_default: '100', payout_amount_default: '1' },
    'fields_incompatible',
    ['payin_amount_default', 'payout_amount_default'],
  ],
  [{ payin_currency: 'EUR' }, 'field_requires', ['payin_currency', 'payin_group']],
  [{ payin_currency_default: 'EUR' }, 'field_requires', ['payin_currency_default', 'payin_group']],
  [{ payin_group: 'card' }, 'field_requires', ['payin_group', 'payin_currency']],
  [{ payout_currency: 'ETH' }, 'field_requires', ['payout_currency', 'payout_group']],
  [{ payout_group_default: 'crypto' }, 'field_requires', ['payout_group_default', 'payout_currency']],
  [{ dst_address: ethAddress }, 'field_requires', ['dst_address', 'payout_currency']],
  [
    { payout_currency_default: 'ETH', payout_group: 'crypto', dst_address: ethAddress },
    'field_requires',
    ['dst_address', 'payout_currency'],
  ],
  [{ ...ethOut, dst_address: '0x12' }, 'address_invalid', ['dst_address']],
  [{ ...eurByCard, payin_amount: '100.001' }, 'amount_precision', ['payin_amount']],
  [{ ...eurByCard, payin_amount: 'ten' }, 'amount_invalid', ['payin_amount']],
  [{ ...eurByCard, payin_amount: '0.01' }, 'amount_out_of_bounds', ['payin_amount']],
  [{ ...eurByCard, payin_amount_default: '10000.01' }, 'amount_out_of_bounds', ['payin_amount_default']],
  [{ ...ethOut, payout_amount: '1000' }, 'amount_out_of_bounds', ['payout_amount']],
  [{ ...eurByCard, payout_amount_default: '1000000' }, 'amount_out_of_bounds', ['payout_amount_default']],
  [{ payin_amount: '0.01' }, 'amount_out_of_bounds', ['payin_amount']],
  [{ payin_amount: '1.111111111111111111' }, 'amount_precision', ['payin_amount']],
  [{ payin_amount_default: '100.0001' }, 'amount_precision', ['payin_amount_default']],
  [{ payout_amount: '0.1000000000000000001' }, 'amount_precision', ['payout_amount']],
  [
    { payin_currency_default: 'XXX', payin_group_default: 'card' },
    'currency_unknown',
    ['payin_currency_default'],
  ],
  [{ payin_currency: 'EUR', payin_group_default: 'crypto' }, 'group_unavailable', ['payin_group_default']],
  [{ price_tolerance_bps: 101 }, 'validation_failed', ['price_tolerance_bps']],
  [{ price_tolerance_bps: -1 }, 'validation_failed', ['price_tolerance_bps']],
  [{ price_tolerance_bps: 0.5 }, 'validation_failed', ['price_tolerance_bps']],
  [{ partner_order_id: 'fee' }, 'id_reserved', ['partner_order_id']],
  [{ partner_order_id: 'x'.repeat(65) }, 'validation_failed', ['partner_order_id']],
  [{ partner_order_id: 'a/b' }, 'validation_failed', ['partner_order_id']],
  [{ payin_currency: 'XXX', payin_group: 'card' }, 'currency_unknown', ['payin_currency']],
  [{ payin_currency: 'EUR', payin_group: 'crypto' }, 'group_unavailable', ['payin_group']],
  [{ payin_currency: 'EUR', payin_group: 'paypal' }, 'validation_failed', ['payin_group']],
  [{ http_return_success: 'http://shop.test/thanks' }, 'validation_failed', ['http_return_success']],
  [{ http_return_success: 'http://127.0.0.1.shop.test/' }, 'validation_failed', ['http_return_success']],
  [{ http_return_success: 'http://127.shop.test/' }, 'validation_failed', ['http_return_success']],
  [{ http_return_success: 'https://user@shop.test/' }, 'validation_failed', ['http_return_success']],
  [{ http_return_failed: 'https://u:p@shop.test/' }, 'validation_failed', ['http_return_failed']],
  [{ http_return_failed: 'javascript:alert(1)' }, 'validation_failed', ['http_return_failed']],
  [
    { http_return_failed: `https://shop.test/${'x'.repeat(1024)}` },
    'validation_failed',
    ['http_return_failed'],
  ],
]

describe('a widget request', () => {
  for (const fields of allowed)
    test(`a widget request may have ${JSON.stringify(fields)}`, async () => {
      expect((await rig.partner('POST', path, fields)).status).toBe(200)
    })

  for (const [fields, code, pointers] of refused)
    test(`a widget request may not have ${JSON.stringify(fields).slice(0, 90)}: ${code}`, async () => {
      const reply = await rig.partner('POST', path, fields)
      expect([reply.status, reply.at('code')]).toEqual([catalogue[code].status, code])
      expect(Errors.parse(reply.at('errors')).map(({ pointer }) => pointer)).toEqual(
        pointers.map((name) => `/${name}`),
      )
    })

  test('a widget request with a pay-in that no pay-out fits states the bounds of the pay-in', async () => {
    const reply = await rig.partner('POST', path, { ...eurByCard, payin_amount: '0.01' })
    expect(reply.at('bounds')).toEqual({ payin_min_amount: '20.00', payin_max_amount: '10000.00' })
  })

  test('a widget request outside the bounds states them', async () => {
    const reply = await rig.partner('POST', path, { ...eurByCard, ...ethOut, payin_amount: '1' })
    expect([reply.status, reply.at('code'), reply.at('bounds.payin_min_amount')]).toEqual([
      422,
      'amount_out_of_bounds',
      '20.00',
    ])
  })

  test('a widget request keeps a return address as a browser reads it', async () => {
    const opened = await rig.partner('POST', path, { http_return_success: 'HTTPS://Shop.test:443/a/../ä' })
    const kept = await rig.stores.requests.find(String(opened.at('request_id')))
    expect(kept?.fields.http_return_success).toBe('https://shop.test/%C3%A4')
  })
})
