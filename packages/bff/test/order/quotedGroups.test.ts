import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRig, type Rig } from '../rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

const euros = {
  partner_order_id: 'groups',
  payin_currency: 'EUR',
  payin_amount: '100',
  payout_currency: 'ETH',
}
const ether = { ...euros, payin_currency: 'ETH', payin_amount: '0.1', payout_currency: 'BTC' }

test('a partner’s quote names the groups that it priced, chosen or asked for', async () => {
  const fee = (terms: object) => rig.partner('POST', '/api/v2/partner/order/fee', { ...euros, ...terms })
  expect((await fee({})).body).toMatchObject({ payin_group: 'card', payout_group: 'crypto' })
  expect((await fee({ payin_group: 'sepa', payout_group: 'balance' })).body).toMatchObject({
    payin_group: 'sepa',
    payout_group: 'balance',
  })
})

test.each(['/api/v1/partner/order/fee', '/api/v1/public/order/fee', '/api/v2/public/order/fee'])(
  'a fee by %s keeps its fields',
  async (path) => {
    const reply = path.includes('partner')
      ? rig.partner('POST', path, euros)
      : rig.send('POST', path, {
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(euros),
        })
    const { status, body } = await reply
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('payin_group')
    expect(body).not.toHaveProperty('payout_group')
  },
)

test.each(['/api/v2/partner/order/fee', '/api/v1/partner/order/fee'])(
  'a balance is never chosen without being asked for by %s',
  async (path) => {
    const refused = await rig.partner('POST', path, ether)
    expect([refused.status, refused.at('code')]).toEqual([422, 'group_unavailable'])
    expect(refused.at('detail')).toContain(
      'ETH is only paid from balances at the moment: to use one, send payin_group balance',
    )
    const named = await rig.partner('POST', path, { ...ether, payin_group: 'balance' })
    expect([named.status, named.at('payin_fee')]).toEqual([200, '0.000000000000000000'])
  },
)
