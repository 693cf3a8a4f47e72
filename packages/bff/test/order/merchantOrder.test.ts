import { balanceOf } from '@cambio/server/postgres/Ledger.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { payByCard, registerBalanceClient } from '../balance/balanceRig.ts'
import { statusAndCode } from '../http/statusAndCode.ts'
import { openRig, type Rig } from '../rig.ts'
import { createBody, createPath } from './createOrder.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

const purchase = (id: string) => ({
  ...createBody(id),
  dst_address: undefined,
  purchase_currency: 'USD',
  purchase_amount: '20.00',
})

const Preview = z.object({
  orders: z.array(
    z.object({
      client_order_id: z.string(),
      before: z.looseObject({}),
      after: z.nullable(z.looseObject({})),
    }),
  ),
})

const partnerBalance = async () => (await rig.partner('GET', '/api/v2/partner/balance/USD')).at('amount')

test('a purchase is settled to the partner’s balance, once that is agreed, and paid out of it', async () => {
  expect(statusAndCode(await rig.partner('POST', createPath, purchase('m-0')))).toEqual([
    422,
    'address_required',
  ])
  expect((await rig.runCommand('partner', 'settle-to-balance', 'SHOP')).ok).toBe(false)
  expect((await rig.runCommand('partner', 'settle-to-balance', 'SHOP', '--reason', 'agreed')).ok).toBe(true)
  // What a partner is, is asked for once a while.
  rig.pass(60_000)

  const email = 'shopper@example.com'
  const created = await rig.partner('POST', createPath, { ...purchase('m-1'), client_email: email })
  expect(statusAndCode(created)).toEqual([200, undefined])
  expect(created.body).toMatchObject({ status: 'processing', payout_currency: 'ETH', dst_address: null })
  const before = await rig.partner('GET', '/api/v2/partner/order/m-1')
  expect(before.body).toMatchObject({ child_order_status: 'payin_pending', child_payout_currency: 'USD' })
  await payByCard(rig, created, email)

  const paid = await rig.partner('GET', '/api/v2/partner/order/m-1')
  const proceeds = await partnerBalance()
  expect(Number(proceeds)).toBeGreaterThan(20)
  expect(paid.body).toMatchObject({
    status: 'finished',
    payout_txid: paid.at('child_order_id'),
    child_payin_amount: paid.at('payout_amount'),
    child_payin_currency: 'ETH',
    child_payout_amount: proceeds,
    child_order_status: 'finished',
  })
  const shown = await rig.runCommand('order', 'show', String(paid.at('child_order_id')))
  expect(shown).toMatchObject({
    ok: false,
    output: expect.stringContaining(`“order show ${String(paid.at('client_order_id'))}” shows both`),
  })
  const child = `order:${String(paid.at('child_order_id'))}`
  expect(await balanceOf(rig.query, child, 'ETH', 'posted')).toBe(0n)

  const why = ['--reason', 'invoice 7', '--actor', 'grace']
  const tooMuch = await rig.runCommand('partner', 'pay-out', 'SHOP', '100000.00', 'USD', ...why)
  expect([tooMuch.ok, tooMuch.output]).toEqual([false, expect.stringContaining('nothing was booked')])
  expect((await rig.runCommand('partner', 'pay-out', 'SHOP', '20.00', 'USD', ...why)).ok).toBe(true)
  expect(Number(await partnerBalance())).toBeCloseTo(Number(proceeds) - 20, 5)
  const acts = await rig.query<{ act: string; reason: string; actor: string }>(
    statement('select act, reason, actor from partner_act order by at, act desc'),
  )
  expect(acts).toEqual([
    { act: 'settle', reason: 'agreed', actor: 'ada' },
    { act: 'pay_out', reason: 'invoice 7', actor: 'grace' },
  ])
})

test('a preview of a tariff that does not touch a purchase leaves it as it was, without a network fee', async () => {
  await rig.runCommand('partner', 'settle-to-balance', 'SHOP', '--reason', 'agreed')
  rig.pass(60_000)
  const created = await rig.partner('POST', createPath, { ...purchase('m-3'), client_email: 'p@example.com' })
  const previewed = async (setting: string) => {
    const { ok, output } = await rig.runCommand('tariff', 'preview', setting, '500', '--json')
    expect([ok, output]).toEqual([true, output])
    return Preview.parse(JSON.parse(output)).orders.find(
      ({ client_order_id: id }) => id === created.at('client_order_id'),
    )
  }
  for (const setting of ['payin.crypto.serviceBps', 'network.ethereum.transferEurCents']) {
    const order = await previewed(setting)
    expect(order?.before).toMatchObject({ payout_fee: '0.000000000000000000' })
    expect(order?.after).toEqual(order?.before)
  }
  expect((await previewed('payin.card.serviceBps'))?.after).toMatchObject({
    payout_fee: '0.000000000000000000',
  })
})

test('a purchase’s buyer is told nothing of what the partner does with the coins, and of no address', async () => {
  await rig.runCommand('partner', 'settle-to-balance', 'SHOP', '--reason', 'agreed')
  rig.pass(60_000)
  const { email, session } = await registerBalanceClient(rig, 'buyer')
  const created = await rig.partner('POST', createPath, { ...purchase('m-2'), client_email: email })
  await payByCard(rig, created, email)
  const childId = String((await rig.partner('GET', '/api/v2/partner/order/m-2')).at('child_order_id'))
  const orderId = String(created.at('client_order_id'))
  const data = await rig.widget('GET', `/api/v2/client/order/${orderId}`, undefined, session)
  expect(data.body).toMatchObject({ status: 'finished', dst_address: null, payout_txid: null })
  const entry = `${orderId}~${new URL(String(created.at('redirect'))).searchParams.get('k') ?? ''}`
  const page = await rig.widget('GET', `/api/widget/${entry}`, undefined, await rig.buyerAt(entry, email))
  expect(page.at('order')).toMatchObject({ dst_address: null, payout_txid: null, payout_url: null })
  for (const { text } of [data, page]) expect(text).not.toContain(childId)
})
