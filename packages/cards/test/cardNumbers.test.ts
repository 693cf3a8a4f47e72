import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openRig, saleFields, type Rig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())
beforeEach(() => rig.saveMerchant({}))

const NUMBER = '5555555555554444'

async function sale(fields: Record<string, string>) {
  const body = new URLSearchParams(saleFields(fields))
  const answer = await rig.app.request('/post', { method: 'POST', body })
  return { status: answer.status, text: await answer.text() }
}

test.each([
  'order_id',
  'order_description',
  'payer_first_name',
  'payer_last_name',
  'payer_middle_name',
  'payer_address',
  'payer_address2',
  'payer_state',
  'payer_city',
  'payer_district',
])('a card number in %s is refused, and said nowhere', async (field) => {
  const { status, text } = await sale({ order_id: `digits-${field}`, [field]: NUMBER })
  expect(status).toBe(400)
  expect(text).toContain(`${field}: This value is not valid.`)
  expect(text).not.toContain(NUMBER)
})

test('a phone number may read like one', async () => {
  expect((await sale({ order_id: 'digits-phone', payer_phone: `+${NUMBER}` })).status).toBe(200)
})
