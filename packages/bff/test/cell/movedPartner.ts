import { expect } from 'vitest'
import { payByCard, registerBalanceClient } from '../balance/balanceRig.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import type { Rig } from '../rig.ts'

const email = 'mover@example.com'

/** Fills the shop of a cell with what a partner has: orders by API and widget, balances of its own and of a client, a receiver. */
export async function fillShop(rig: Rig) {
  await rig.runCommand('partner', 'settle-to-balance', 'SHOP', '--reason', 'agreed')
  rig.pass(60_000)
  const endpoint = await rig.partner('POST', '/api/v2/partner/callback_endpoints', {
    url: 'http://books.test/all',
  })
  expect(endpoint.status, endpoint.text).toBe(200)
  const client = await registerBalanceClient(rig, 'mover')

  const purchase = { dst_address: undefined, purchase_currency: 'USD', purchase_amount: '20.00' }
  const merchant = await rig.partner('POST', createPath, {
    ...createBody('to-shop'),
    payin_amount: '40',
    ...purchase,
    client_email: email,
  })
  await payByCard(rig, merchant, email)
  const toClient = { payout_group: 'balance', dst_address: undefined, client_email: email }
  const credited = await rig.partner('POST', createPath, {
    ...createBody('to-client'),
    payin_amount: '40',
    ...toClient,
  })
  await payByCard(rig, credited, email)

  const widget = await rig.placeOrder({ email })
  expect((await rig.charge(widget, 'held')).status).toBe(200)
  const [attempt] = await rig.attempts(widget.orderId)
  rig.card.becomes(String(attempt?.platformOrderId), 'settled')
  // One buyer has a wallet, and two others share a card.
  await buy(rig, { email: 'wallet@example.com', wallet: SHARED_WALLET })
  await buy(rig, { email: 'first@example.com', card: 'shared' })
  await buy(rig, { email: 'second@example.com', card: 'shared', amount: '40.00' })
  await rig.settle()
  return {
    client,
    page: new URL(String(credited.at('redirect'))),
    entry: widget.entry,
    widgetOrder: widget.orderId,
  }
}

export const SHARED_WALLET = '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984'
let serial = 0

/** Buys in the shop's widget by card, for 100 EUR. What `purchase` leaves out differs from every other one. @returns the order's status */
export async function buy(
  rig: Rig,
  purchase: {
    readonly email: string
    readonly wallet?: string
    readonly card?: string
    readonly amount?: string
  },
): Promise<unknown> {
  serial += 1
  const wallet = purchase.wallet ?? `0xabcd${serial.toString(16).padStart(36, '0')}`
  const amount = purchase.amount ?? '100.00'
  const entry = await rig.openRequest({ payin_amount: amount, dst_address: undefined })
  const path = `/api/widget/${entry}`
  const session = await rig.buyerAt(entry, purchase.email)
  const terms = { payin_currency: 'EUR', payin_amount: amount, payout_currency: 'ETH' }
  const quote = await rig.widget('POST', `${path}/quote`, terms, session)
  const order = { quote_id: quote.at('quote_id'), dst_address: wallet }
  const placed = await rig.widget('POST', `${path}/order`, order, session)
  const card = { fingerprint: purchase.card ?? `card-${serial}`, mask: '535353******0008' }
  const charged = await rig.charge({ path, session }, 'held', card)
  const [attempt] = await rig.attempts(String(placed.at('order.client_order_id')))
  if (attempt) rig.card.becomes(attempt.platformOrderId, 'settled')
  return charged.at('order.status')
}

/** Everything that the shop's own key reads of it. */
export async function whatShopReads(
  read: (method: string, path: string) => Promise<{ readonly body: unknown }>,
): Promise<unknown> {
  const answers: unknown[] = []
  for (const path of [
    '/api/v2/partner/order/list?include=order',
    '/api/v2/partner/order/to-shop',
    '/api/v2/partner/order/to-client',
    '/api/v2/partner/events?after=0',
    '/api/v2/partner/balance',
    '/api/v2/partner/callback_endpoints',
  ])
    answers.push((await read('GET', path)).body)
  return answers
}

export const credentials = {
  email,
  password: 'correct horse battery',
  client_ip: '203.0.113.7',
  remote_country: 'DE',
}
