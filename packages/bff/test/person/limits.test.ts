import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openRig, payer, type Rig } from '../rig.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

/** Places a buyer's order, charges a good card and answers the order's status. */
async function statusOfCharge(amount: string, email = 'buyer@example.com'): Promise<unknown> {
  const order = await rig.placeOrder({ amount, email })
  return (await rig.charge(order, 'held')).at('order.status')
}

describe('the limit without proof of identity', () => {
  test('a buyer may pay in 150 EUR without proof of identity, to the cent', async () => {
    expect(await statusOfCharge('150.00', 'exact@example.com')).toBe('auth_success')
    expect(await statusOfCharge('150.01', 'above@example.com')).toBe('pending')
  })

  test('a buyer may pay in 150 EUR without proof of identity over thirty days, in any number of orders', async () => {
    expect(await statusOfCharge('100.00')).toBe('auth_success')
    expect(await statusOfCharge('50.01')).toBe('pending')
    rig.pass(29 * DAY_MS)
    expect(await statusOfCharge('50.01')).toBe('pending')
    rig.pass(DAY_MS + 1)
    expect(await statusOfCharge('150.00')).toBe('auth_success')
  })
})

test('a buyer cannot move to a country where cards are not taken', async () => {
  const order = await rig.placeOrder()
  const moved = { ...payer, country: 'RU' }
  const refused = await rig.widget('PUT', `${order.path}/payer`, moved, order.session)
  expect(refused.at('code')).toBe('card_country_forbidden')
  expect((await rig.charge(order, 'held')).at('order.status')).toBe('auth_success')
})
