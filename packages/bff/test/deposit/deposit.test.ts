import { rowsOf } from '@cambio/server/testing/rowsOf.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import { describe, expect, test } from 'vitest'
import { registerClient } from '../client/registerClient.ts'
import { statusAndCode } from '../http/statusAndCode.ts'
import { type DepositRig, freshWallet, useDepositRig } from './depositRig.ts'

let rig: DepositRig
useDepositRig((opened) => void (rig = opened))

const MINUTE_MS = 60_000

describe('a deposit of what was asked for', () => {
  const deposits = rowsOf(
    [
      ['ETH', '1', 'USDC'],
      ['USDC', '500', 'ETH'],
      ['USDT20', '500', 'ETH'],
    ] as const,
    ([currency]) => currency !== 'USDT20',
  )
  test.for(deposits)(
    'a deposit of %s is paid out',
    async ([payin_currency, payin_amount, payout_currency]) => {
      const dst_address = freshWallet()
      const terms = { payin_currency, payin_amount, payout_currency, dst_address }
      const { id, address } = await rig.placeOrder(terms)
      const before = await rig.order(id)
      expect(before).toMatchObject({
        status: 'processing',
        crypto_address: address,
        crypto_delay: 900,
        money: { state: 'not_taken' },
      })
      await rig.pay(address, payin_amount, payin_currency)
      await rig.settle()
      const after = await rig.order(id)
      expect(after).toMatchObject({
        status: 'finished',
        payin_amount: before.payin_amount,
        payout_amount: before.payout_amount,
        crypto_delay: 0,
        money: { state: 'taken', amount: before.payin_amount, currency: payin_currency },
      })
      expect(after.status_log.map(({ status }) => status)).toEqual([
        'payin_pending',
        'processing',
        'auth_success',
        'processing_payout',
        'finished',
      ])
      expect(await rig.coinsAt(dst_address, payout_currency)).toBe(before.payout_amount)
    },
  )

  test('a deposit counts once it is two blocks deep, and stops the countdown at first sight', async () => {
    const { id, address } = await rig.placeOrder()
    rig.pass(MINUTE_MS)
    expect(await rig.order(id)).toMatchObject({ crypto_delay: 840 })
    await rig.pay(address, '1')
    rig.pass(1_000)
    await rig.work.tick()
    expect(await rig.order(id)).toMatchObject({ crypto_delay: 0, money: { state: 'checking' } })
    await rig.live(1)
    expect(await rig.order(id)).toMatchObject({ status: 'processing', money: { state: 'checking' } })
    await rig.live(1)
    expect(await rig.order(id)).toMatchObject({ status: 'processing_payout', money: { state: 'taken' } })
    await rig.settle()
  })

  test('a deposit that waits for a price is here in full, as its buyer reads, who is asked for no more', async () => {
    const { id, address, entry } = await rig.placeOrder({ client_email: 'buyer@example.com' })
    const buyer = await rig.buyerOf(entry)
    rig.whilePricing(() => Promise.reject(new Refusal('rate_unavailable')))
    await rig.pay(address, '1')
    await rig.live(3)
    expect(await rig.order(id)).toMatchObject({ status: 'processing', money: { state: 'taken' } })
    expect((await buyer.view()).at('order.deposit')).toMatchObject({
      is_awaited: false,
      awaited_until: null,
      amount_missing: '0.000000000000000000',
      arrivals: [{ state: 'taken' }],
    })
    rig.whilePricing(async () => undefined)
    await rig.settle()
    expect(await rig.order(id)).toMatchObject({ status: 'finished' })
  })

  test('a deposit has its coupon only where a use is left when it comes', async () => {
    const terms = ['--off', '50', '--uses', '1', '--until', '2026-04-01T00:00:00Z']
    expect((await rig.runCommand('coupon', 'create', 'COIN', '--partner', 'SHOP', ...terms)).ok).toBe(true)
    const orders = []
    for (const coupon of ['COIN', 'COIN', 'COIN', undefined]) orders.push(await rig.placeOrder({ coupon }))
    for (const { address } of orders.toReversed()) await rig.pay(address, '1')
    await rig.settle()
    const paid = []
    for (const { id } of orders) paid.push(await rig.order(id))
    const whole = paid.pop()
    expect(whole).toMatchObject({ status: 'finished', service_fee_percent: '1.00' })
    const [half, ...others] = paid.toSorted((one, other) =>
      one.service_fee_percent.localeCompare(other.service_fee_percent),
    )
    expect(half).toMatchObject({ status: 'finished', service_fee_percent: '0.50' })
    const { service_fee_amount, payout_amount } = whole ?? {}
    for (const other of others) expect(other).toMatchObject({ service_fee_amount, payout_amount })
  })

  test('a deposit is found by its address and its transaction, and shown with its sender', async () => {
    const { orderId, address } = await rig.placeOrder()
    const txid = await rig.pay(address, '1')
    await rig.settle()
    for (const word of [address, address.toLowerCase(), txid]) {
      const { result } = await rig.call('order', 'search', word)
      expect(result).toMatchObject({ orders: [{ client_order_id: orderId }] })
    }
    const { result } = await rig.call('order', 'show', orderId)
    expect(result).toMatchObject({
      refund_address: null,
      deposits: [{ number: 1, state: 'received', currency: 'ETH', txid, sender: expect.any(String) }],
      transfers: [],
      attempts: [],
    })
  })

  test('a deposit goes to an address that no other order has', async () => {
    const one = await rig.placeOrder()
    const other = await rig.placeOrder()
    expect(one.address).not.toBe(other.address)
  })
})

test('coins that wait for their buyer to be verified count as paid when that buyer places more orders', async () => {
  const cap = (cents: string) => rig.call('tariff', 'set', 'caps.crypto.unverifiedEurCents', cents)
  expect(await cap('100')).toMatchObject({ ok: true })
  await rig.catalogue.refresh()
  const client = await registerClient(rig.exchangeRig)
  const create = () =>
    client.send('POST', '/api/v2/client/order/create', {
      payin_currency: 'ETH',
      payin_amount: '0.1',
      payin_group: 'crypto',
      payout_currency: 'USDC',
      dst_address: freshWallet(),
    })
  for (const reply of [await create(), await create(), await create()])
    await rig.pay(String(reply.at('crypto_address')), '0.1')
  expect(statusAndCode(await create())).toEqual([409, 'too_many_unpaid_orders'])
  await rig.settle()
  expect((await create()).status).toBe(200)
  expect(await cap('1500000')).toMatchObject({ ok: true })
  await rig.catalogue.refresh()
})
