import { describe, expect, test } from 'vitest'
import { type DepositRig, useDepositRig } from '../deposit/depositRig.ts'
import type { Reply } from '../rig.ts'
import { createPath } from './createOrder.ts'

/*
 * Addresses that an exchange which pays out on a chain sends nothing to: its own wallet, and the contracts of the tokens
 * that it sells. They are refused before anybody pays.
 */

let rig: DepositRig
useDepositRig((opened) => void (rig = opened))

/** The hot wallet, the contract of the token, that of another token, and one of them without capitals. */
function lostAddresses(): readonly string[] {
  const { keys, tokens } = rig.chain.settings
  return [keys.hotWallet.address, tokens.USDC, tokens.USDT20, tokens.USDC.toLowerCase()]
}

function expectRefused(reply: Reply, field: 'dst_address' | 'address'): void {
  expect(reply.status).toBe(422)
  expect(reply.body).toMatchObject({
    code: 'address_invalid',
    fault: 'unpayable',
    detail: expect.stringContaining('Enter your own wallet'),
    errors: [{ pointer: `/${field}`, code: 'address_invalid' }],
  })
}

describe('pay-outs to the hot wallet, and to the contract of a token however it is written', () => {
  test('an order that a partner creates for an address of the exchange is refused, and not placed', async () => {
    const terms = {
      partner_order_id: 'unpayable',
      payin_currency: 'EUR',
      payin_amount: '100',
      payout_currency: 'USDC',
      client_ip: '192.0.2.7',
      remote_country: 'DE',
    }
    for (const dst_address of lostAddresses())
      expectRefused(await rig.partner('POST', createPath, { ...terms, dst_address }), 'dst_address')
    expect((await rig.partner('GET', '/api/v2/partner/order/unpayable')).status).toBe(404)
  })

  test('an address of the exchange is refused in a widget request, and to the buyer who types it', async () => {
    const fixed = { payout_currency: 'USDC', payout_group: 'crypto' }
    const path = `/api/widget/${await rig.openRequest()}`
    for (const dst_address of lostAddresses()) {
      const request = { ...fixed, dst_address }
      expectRefused(await rig.partner('POST', '/api/v2/partner/create_request', request), 'dst_address')
      const typed = { currency: 'USDC', payout_group: 'crypto', dst_address }
      expectRefused(await rig.widget('POST', `${path}/address`, typed), 'dst_address')
    }
  })

  test('an address of the exchange is refused to a partner that asks what its order would need', async () => {
    const terms = { payin_currency: 'EUR', payin_amount: '100', payout_currency: 'USDC' }
    for (const dst_address of lostAddresses()) {
      const body = { ...terms, dst_address }
      const asked = await rig.partner('POST', '/api/v2/partner/order/requirements', body)
      expect(asked.at('refused')).toMatchObject([{ code: 'address_invalid', pointer: '/dst_address' }])
    }
  })

  test('an address of the exchange gets no coins back, and the buyer may name another', async () => {
    const { id, address, entry } = await rig.placeOrder({ client_email: 'buyer@example.com' })
    await rig.pay(address, '10')
    await rig.settle()
    const buyer = await rig.buyerOf(entry)
    // A slip of the pen uses no code up.
    const code = await buyer.code()
    for (const address of lostAddresses())
      expectRefused(await buyer.enterRefundAddress(address, code), 'address')
    expect(await rig.order(id)).toMatchObject({ refund_address_state: 'needed', money: { state: 'owed' } })
    const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    expect((await buyer.enterRefundAddress(wallet, code)).status).toBe(200)
    await rig.settle()
    expect(await rig.order(id)).toMatchObject({ status: 'refunded', money: { state: 'returned' } })
  })
})
