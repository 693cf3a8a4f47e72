import { standardSnapshot } from '@cambio/exchange/catalogue/snapshotOf.ts'
import type { Tariff } from '@cambio/exchange/catalogue/Tariff.ts'
import type { Prices } from '@cambio/exchange/price/RateSource.ts'
import { withAttentionReason } from '@cambio/exchange/testing/orders.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ethAddress, openRig, type Rig } from '../rig.ts'

let rig: Rig
const one = 10n ** 18n
/** What one whole unit costs in counts of 10^-18 EUR; empty while there are no prices. */
let eur: Record<string, bigint>
let tariff: Tariff
beforeEach(async () => {
  eur = { EUR: one, ETH: 2_500n * one, KWD: 3n * one }
  tariff = standardSnapshot.tariff
  rig = await openRig({ rates: { prices }, catalogue: { now: () => ({ ...standardSnapshot, tariff }) } })
})
afterEach(() => rig.close())

async function prices(): Promise<Prices> {
  if (Object.keys(eur).length === 0) throw new Refusal('rate_unavailable')
  return { at: rig.exchange.clock.now(), eur: new Map(Object.entries(eur)) }
}

const CallbackBody = z.object({
  client_order: z.object({
    status: z.string(),
    payout_amount: z.string(),
    expected_payout_amount: z.string(),
  }),
})

const pair = { payin_currency: 'EUR', payin_amount: '50.00', payout_currency: 'ETH' }
const orderPath = '/api/v2/partner/order/float-1'

/** Places and pays an order at a floating rate; its money is ours as soon as the exchange asks the platform. */
async function placePaid(terms: object = pair) {
  const created = await rig.partner('POST', '/api/v2/partner/order/create', {
    ...terms,
    partner_order_id: 'float-1',
    is_floating_rate: 1,
    dst_address: ethAddress,
    client_ip: '192.0.2.1',
    remote_country: 'DE',
  })
  const orderId = String(created.at('client_order_id'))
  const entry = `${orderId}~${new URL(String(created.at('redirect'))).searchParams.get('k')}`
  const session = await rig.buyerAt(entry, 'float@example.com')
  await rig.charge({ path: `/api/widget/${entry}`, session }, 'held')
  const [attempt] = await rig.attempts(orderId)
  rig.card.becomes(attempt?.platformOrderId ?? '', 'settled')
  return { orderId }
}

async function priceNow(terms: object = pair): Promise<unknown> {
  const fee = await rig.partner('POST', '/api/v2/partner/order/fee', { ...terms, partner_order_id: 'fee-1' })
  return fee.at('payout_amount')
}

describe('an order at a floating rate', () => {
  test('an order at a floating rate is paid out at the price of the moment when its money is in', async () => {
    const placedAt = await priceNow()
    await placePaid()
    eur = { ...eur, ETH: 3_000n * one }
    await rig.settle()
    const now = await priceNow()
    const orders = rig.deliveries.map(({ body }) => CallbackBody.parse(JSON.parse(body)).client_order)
    expect(orders.at(-1)).toMatchObject({ status: 'finished', payout_amount: now })
    expect(new Set(orders.map((order) => order.expected_payout_amount))).toEqual(new Set([placedAt]))
    expect(now).not.toBe(placedAt)
    const order = await rig.partner('GET', orderPath)
    expect(order.body).toMatchObject({ status: 'finished', payin_amount: '50.00', payout_amount: now })
  })

  test('an order at a floating rate keeps the fees that it was placed with, whatever the tariff has become', async () => {
    const placedAt = await priceNow()
    await placePaid()
    const { card } = tariff.payin
    if (!card) throw new Error('Cards are not offered')
    tariff = { ...tariff, spreadBps: 500n, payin: { card: { ...card, networkBps: 900n, serviceBps: 900n } } }
    expect(await priceNow()).not.toBe(placedAt)
    await rig.settle()
    const order = await rig.partner('GET', orderPath)
    expect(order.body).toMatchObject({
      status: 'finished',
      payout_amount: placedAt,
      service_fee_amount: '1.45',
    })
  })

  test('an order at a floating rate is paid out although its currency is no longer sold', async () => {
    await placePaid()
    tariff = { ...tariff, payin: {}, payout: [] }
    await rig.settle()
    expect((await rig.partner('GET', orderPath)).at('status')).toBe('finished')
  })

  test('an order at a floating rate waits for prices when there are none', async () => {
    const { orderId } = await placePaid()
    eur = {}
    rig.pass(60_000)
    await rig.work.tick()
    await rig.settle()
    const waiting = await rig.stores.orders.find(orderId)
    expect(withAttentionReason(waiting)).toMatchObject({
      status: 'auth_success',
      payout: null,
      attentionReason: null,
    })
    eur = { EUR: one, ETH: 2_000n * one }
    await rig.settle()
    const order = await rig.partner('GET', orderPath)
    expect(order.body).toMatchObject({ status: 'finished', payout_amount: await priceNow() })
  })

  test('an order at a floating rate that buys nothing any more waits for the operator, who refunds it', async () => {
    const { orderId } = await placePaid({ ...pair, payin_currency: 'KWD', payin_amount: '50.000' })
    eur = { ...eur, KWD: one / 1_000n }
    await rig.settle()
    expect(withAttentionReason(await rig.stores.orders.find(orderId))).toMatchObject({
      payout: null,
      attentionReason: 'unpriceable',
    })
    const call = ['order', 'resolve', orderId, 'refund', '--reason', 'the rate is gone']
    expect(await rig.runCommand(...call)).toMatchObject({ ok: true })
    await rig.settle()
    expect((await rig.partner('GET', orderPath)).at('status')).toBe('refunded')
  })
})
