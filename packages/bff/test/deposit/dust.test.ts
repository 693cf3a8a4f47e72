import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type DepositRig, freshWallet, useDepositRig } from './depositRig.ts'

/*
 * An order may ask for much, name somebody else's wallet and a coupon, and be sent next to nothing. What counts for a
 * person and for a coupon is what was priced, never what was asked.
 */

let rig: DepositRig
useDepositRig((opened) => void (rig = opened))

const MINUTE_MS = 60_000
const ONE_WEI = '0.000000000000000001'
const terms = {
  payin_currency: 'ETH',
  payin_group: 'crypto',
  payout_currency: 'USDC',
  payout_group: 'crypto',
}

/** Places an order of 9,600 EUR in coins in the widget, to a wallet that its buyer types. */
async function place(email: string, dst_address: string, payin_amount = '3.2') {
  const asked = { ...terms, payin_amount }
  const opened = await rig.partner('POST', '/api/v2/partner/create_request', asked)
  const entry = String(opened.at('request_id'))
  const path = `/api/widget/${entry}`
  const session = await rig.buyerAt(entry, email)
  const quote = await rig.widget('POST', `${path}/quote`, asked, session)
  const order = { quote_id: quote.at('quote_id'), dst_address }
  const placed = await rig.widget('POST', `${path}/order`, order, session)
  expect([placed.status, placed.at('detail')]).toEqual([200, undefined])
  const address = String(placed.at('order.deposit.address'))
  return { address, view: () => rig.widget('GET', path, undefined, session) }
}

/** Places an order of 100 EUR by card, to a wallet that its buyer types. */
async function placeByCard(email: string, dst_address: string) {
  const asked = { ...terms, payin_currency: 'EUR', payin_group: 'card', payin_amount: '100.00' }
  const opened = await rig.partner('POST', '/api/v2/partner/create_request', asked)
  const entry = String(opened.at('request_id'))
  const path = `/api/widget/${entry}`
  const session = await rig.buyerAt(entry, email)
  const quote = await rig.widget('POST', `${path}/quote`, asked, session)
  const order = { quote_id: quote.at('quote_id'), dst_address }
  expect((await rig.widget('POST', `${path}/order`, order, session)).status).toBe(200)
  return { path, session }
}

describe('one wei for an order of 9,600 EUR to a wallet of somebody else', () => {
  test.each([
    { when: 'while it waits for more', minutes: 0 },
    { when: 'after it has ended', minutes: 25 },
  ])('one wei uses up nothing of the limit of the wallet’s owner: $when', async ({ minutes }) => {
    const wallet = freshWallet()
    // Money that was priced links the attacker to the wallet, and counts for what it was.
    const link = await place(`attacker-${minutes}@example.com`, wallet, '0.01')
    await rig.pay(link.address, '0.01')
    await rig.live(6)
    expect((await link.view()).at('order.status')).toBe('finished')
    const attacker = await place(`attacker-${minutes}@example.com`, wallet)
    await rig.pay(attacker.address, ONE_WEI)
    await rig.live(3)
    rig.pass(minutes * MINUTE_MS)
    await rig.live(3)
    const victim = await placeByCard(`victim-${minutes}@example.com`, wallet)
    expect((await rig.charge(victim, 'held')).at('order.status')).toBe('auth_success')
    const again = await placeByCard(`victim-${minutes}@example.com`, wallet)
    expect((await rig.charge(again, 'held')).at('order.status')).toBe('pending')
  })
})

const Coupons = z.object({ coupons: z.array(z.object({ code: z.string(), uses: z.number() })) })

test('one wei takes no coupon, and a deposit worth more than the network fee does', async () => {
  const whole = ['--partner', 'SHOP', '--off', '50', '--until', '2026-04-01T00:00:00Z', '--uses', '1']
  expect((await rig.runCommand('coupon', 'create', 'DUST', ...whole)).ok).toBe(true)
  const uses = async () => {
    const { output } = await rig.runCommand('coupon', 'list', '--json')
    return Coupons.parse(JSON.parse(output)).coupons.find(({ code }) => code === 'DUST')?.uses
  }
  const one = await rig.placeOrder({ coupon: 'DUST', client_email: 'one@example.com' })
  const two = await rig.placeOrder({ coupon: 'DUST', client_email: 'two@example.com' })
  await rig.pay(one.address, ONE_WEI)
  await rig.live(3)
  expect(await uses()).toBe(0)
  await rig.pay(two.address, '1')
  await rig.live(1)
  expect(await uses()).toBe(1)
  await rig.live(6)
  expect(await rig.order(two.id)).toMatchObject({ status: 'finished' })
  expect(await rig.order(one.id)).toMatchObject({ status: 'processing' })
})
