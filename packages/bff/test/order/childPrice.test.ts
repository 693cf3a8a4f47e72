import type { Prices } from '@cambio/exchange/price/RateSource.ts'
import * as Money from '@cambio/wire/Money.ts'
import { signRequest } from '@cambio/wire/partner/signature.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { payByCard } from '../balance/balanceRig.ts'
import { openSepaRig, type SepaRig } from '../bank/sepaRig.ts'
import { statement } from '../bank/statement.ts'
import { statusAndCode } from '../http/statusAndCode.ts'
import { openRig, rival, shop, type Reply, type Rig } from '../rig.ts'
import { createBody, createPath } from './createOrder.ts'

/* Merchant orders that are settled to their partner's balance: worth what was paid, however the market moves. */

let rig: Rig
let bank: SepaRig
let ethInEur = 2_000n
beforeAll(async () => {
  rig = await openRig({
    rates: {
      async prices(): Promise<Prices> {
        const eur = new Map([
          ['EUR', 10n ** 18n],
          ['USD', 10n ** 18n],
          ['ETH', ethInEur * 10n ** 18n],
        ])
        return { eur, at: rig.exchange.clock.now() }
      },
    },
  })
  await rig.runCommand('partner', 'settle-to-balance', 'SHOP', '--reason', 'agreed')
  rig.pass(60_000)
  bank = await openSepaRig(rig)
})
afterAll(() => bank.close())

/** What the partner is credited for an order of 140 EUR where the market moves before the money comes. */
async function proceeds(id: string, move: bigint): Promise<number> {
  ethInEur = 2_000n
  const email = `${id}@example.com`
  const created = await rig.partner('POST', createPath, {
    ...createBody(id),
    payin_amount: '140.00',
    dst_address: undefined,
    purchase_currency: 'USD',
    purchase_amount: '100.00',
    client_email: email,
  })
  expect(created.status).toBe(200)
  rig.pass(10 * 60_000)
  ethInEur = 2_000n + move
  await payByCard(rig, created, email)
  const paid = await rig.partner('GET', `/api/v2/partner/order/${id}`)
  expect(paid.body).toMatchObject({ status: 'finished', child_order_status: 'finished' })
  return Number(paid.at('child_payout_amount'))
}

test('a partner is credited equally for a purchase whichever way the market went', async () => {
  const [still, up, down] = [
    await proceeds('still', 0n),
    await proceeds('up', 200n),
    await proceeds('down', -200n),
  ]
  expect(still).toBeLessThan(140)
  expect(up).toBeCloseTo(still, 1)
  expect(down).toBeCloseTo(still, 1)
})

const purchaseUrl = '/api/v2/partner/ecommerce/purchase_url'

/** Asks as WooCommerce's plugin does: PHP escapes slashes, and it takes the padding off the signature. */
function asPlugin(changed: object = {}, as = shop): Promise<Reply> {
  const body = JSON.stringify({
    plugin_name: 'woocommerce',
    partner_order_id: '744',
    purchase_currency: 'EUR',
    purchase_amount: '49.90',
    client_email: 'shopper@example.com',
    website: 'https://shop.example',
    ...changed,
  }).replaceAll('/', '\\/')
  const signature = signRequest(as.secret, purchaseUrl, body).replace(/=+$/, '')
  const headers = { 'Content-Type': 'application/json', 'Api-Key': as.apiKey, 'API-Signature': signature }
  return rig.send('POST', purchaseUrl, { headers, body })
}

test('a shop’s plugin gets a page where its order is paid, and its balance gets the purchase wherever the market goes', async () => {
  ethInEur = 2_000n
  const available = await rig.send('POST', '/api/v2/partner/ecommerce/is_available')
  expect([available.status, available.body]).toEqual([200, { is_available: true }])
  const created = await asPlugin()
  const url = String(created.at('url'))
  expect([created.status, created.body]).toEqual([200, { success: 1, partner_order_id: '744', url }])
  expect((await asPlugin()).body).toEqual(created.body)
  rig.pass(10 * 60_000)
  ethInEur = 2_200n
  await payByCard(rig, { ...created, at: () => url }, 'shopper@example.com')
  const paid = await rig.partner('GET', '/api/v2/partner/order/744')
  expect(paid.body).toMatchObject({
    status: 'finished',
    purchase_amount: '49.90',
    child_payout_currency: 'EUR',
    child_order_status: 'finished',
    metadata: { plugin_name: 'woocommerce', website: 'https://shop.example' },
  })
  expect(Number(paid.at('child_payout_amount'))).toBeGreaterThanOrEqual(49.9)
  expect(Number(paid.at('child_payout_amount'))).toBeLessThan(50)
  // The plugin completes its order where the two are one, and has somebody look at it where they are not.
  const finished = rig.deliveries.find(({ body }) => body.includes('"744"') && body.includes('"finished"'))
  expect(JSON.parse(finished?.body ?? '')).toMatchObject({
    client_order: { expected_payout_amount: paid.at('payout_amount'), partner_order_id: '744' },
  })
})

/** The callback of a purchase of 49.90 EUR that ends, where a transfer of this share of its price comes after the market moved. */
async function paidByTransfer(id: string, { percent, move }: { percent: bigint; move: bigint }) {
  ethInEur = 2_000n
  const created = await rig.partner('POST', createPath, {
    ...createBody(id),
    payin_group: 'sepa',
    payin_amount: '55.00',
    dst_address: undefined,
    purchase_currency: 'EUR',
    purchase_amount: '49.90',
    client_email: `${id}@example.com`,
  })
  expect(created.status, created.text).toBe(200)
  const orderId = new URL(String(created.at('redirect'))).pathname.split('/').at(-1) ?? ''
  rig.pass(10 * 60_000)
  ethInEur = 2_000n + move
  const amount = Money.format({ units: 55n * percent, currency: 'EUR' })
  const imported = await bank.importStatement(statement([{ reference: id, amount, lines: [orderId] }]))
  expect(imported).toMatchObject({ matched: 1 })
  await rig.settle()
  const finished = rig.deliveries.find(({ body }) => body.includes(`"${id}"`) && body.includes('"finished"'))
  return ClientOrder.parse(JSON.parse(finished?.body ?? '')).client_order
}

const ClientOrder = z.object({
  client_order: z.object({ payout_amount: z.string(), expected_payout_amount: z.string() }),
})

test('a purchase by transfer is complete for a shop’s plugin if it was paid in full, wherever the market went', async () => {
  for (const [id, move] of [
    ['transfer-up', 200n],
    ['transfer-down', -200n],
  ] as const) {
    const { payout_amount, expected_payout_amount } = await paidByTransfer(id, { percent: 100n, move })
    expect(payout_amount).toBe(expected_payout_amount)
  }
  // For half the money, at half the price, the coins are as many as were to be paid out.
  const half = await paidByTransfer('transfer-half', { percent: 50n, move: -1_000n })
  expect(Number(half.expected_payout_amount)).toBeGreaterThan(1.5 * Number(half.payout_amount))
})

test('a shop’s plugin is refused what cannot be placed, in the form that it reads as try again', async () => {
  const refused = [
    [{ partner_order_id: '744', purchase_amount: '50.00' }, 409, 'partner_order_id_taken'],
    [{ partner_order_id: '745', purchase_amount: '0.01' }, 422, 'amount_out_of_bounds'],
    [{ partner_order_id: '745', purchase_currency: 'GBP' }, 400, 'validation_failed'],
    [{ partner_order_id: '745', website: 'javascript:alert(1)' }, 400, 'validation_failed'],
  ] as const
  for (const [changed, status, code] of refused) {
    const reply = await asPlugin(changed)
    expect([statusAndCode(reply), reply.at('success')]).toEqual([[status, code], 0])
  }
  const little = await asPlugin({ partner_order_id: '745', purchase_amount: '1.00' })
  expect(little.at('errors.0.pointer')).toBe('/purchase_amount')
  expect(little.at('detail')).toMatch(/^purchase_amount: A purchase costs its buyer.* between 20\.00 and/)
  expect(statusAndCode(await asPlugin({}, rival))).toEqual([403, 'not_allowed'])
  expect((await rig.partner('GET', '/api/v2/partner/order/745')).status).toBe(404)
})

test('the Activate button of the plugin for WooCommerce leads to what its shop needs', async () => {
  const query = 'activate_plugin=woocommerce&plugin_name=woocommerce&redirect_url=https://shop.example'
  const page = await rig.send('GET', `/cabinet?${query}`)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
  for (const link of ['/guide/orders/merchant#woocommerce', '/guide/start/sandbox#credentials', '/partner'])
    expect(page.text).toContain(`href="${link}"`)
  expect(page.text).not.toContain('shop.example')
})
