import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRig, type Reply, type Rig } from '../rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

const NUMBER = '4111111111111111'
const order = {
  partner_order_id: 'plain',
  payin_currency: 'EUR',
  payin_amount: '50.00',
  payout_currency: 'ETH',
  dst_address: '0x52908400098527886E0F7030069857D2E4169EE7',
  client_ip: '203.0.113.7',
  remote_country: 'DE',
}

function create(fields: object): Promise<Reply> {
  return rig.partner('POST', '/api/v2/partner/order/create', { ...order, ...fields })
}

test.each([
  ['partner_order_id', NUMBER],
  ['coupon', `card ${NUMBER}`],
  ['client_email', `${NUMBER}@example.com`],
  ['memo', '4111 1111 1111 1111'],
])('a card number in %s is refused, and repeated nowhere', async (field, value) => {
  const reply = await create({ [field]: value })
  expect([reply.status, reply.at('code'), reply.at('errors.0.pointer')]).toEqual([
    400,
    'validation_failed',
    `/${field}`,
  ])
  expect(reply.text).not.toMatch(/4111/)
})

test('a card number in one of our own URLs is refused', async () => {
  expect((await rig.partner('GET', `/api/v2/partner/order/${NUMBER}`)).status).toBe(400)
})

test('an amount and a phone number may look like a card number', async () => {
  const large = await rig.partner('POST', '/api/v2/partner/order/fee', {
    partner_order_id: 'large',
    payin_currency: 'EUR',
    payin_amount: NUMBER,
    payout_currency: 'ETH',
  })
  expect(large.at('code')).toBe('amount_out_of_bounds')
  const client = await rig.partner('POST', '/api/v2/partner/client/register', {
    client_external_id: 'by-phone',
    email: 'by-phone@example.com',
    password: 'correct horse battery',
    phone: `+${NUMBER}`,
    client_ip: '203.0.113.7',
    remote_country: 'DE',
  })
  expect(client.status).toBe(200)
})

test('a buyer’s details may hold no card number either', async () => {
  const entry = await rig.openRequest()
  const session = await rig.buyerAt(entry, 'digits@example.com')
  const view = await rig.widget('GET', `/api/widget/${entry}`, undefined, session)
  const payer = { ...Object(view.at('buyer.payer')), address: `Main Street ${NUMBER}` }
  const reply = await rig.widget('PUT', `/api/widget/${entry}/payer`, payer, session)
  expect([reply.status, reply.at('errors.0.pointer')]).toEqual([400, '/address'])
})
