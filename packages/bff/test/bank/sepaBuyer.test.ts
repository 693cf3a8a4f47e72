import { expect, test } from 'vitest'
import { registerBalanceClient } from '../balance/balanceRig.ts'
import { statusAndCode } from '../http/statusAndCode.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import type { Rig } from '../rig.ts'
import { type SepaRig, useSepaRig } from './sepaRig.ts'
import { ourIban, statement } from './statement.ts'

/* What the buyer of an order by bank transfer sees and does. */

let rig: Rig
let importStatement: SepaRig['importStatement']
let cents: SepaRig['cents']
useSepaRig((bank) => void ({ rig, importStatement, cents } = bank))

test('a buyer reads where to send the money', async () => {
  const entry = await rig.openRequest({ payin_group: 'sepa' })
  const path = `/api/widget/${entry}`
  const session = await rig.buyerAt(entry, 'ada@example.com')
  const terms = { payin_currency: 'EUR', payin_amount: '50', payout_currency: 'ETH' }
  const quote = await rig.widget('POST', `${path}/quote`, terms, session)
  const placedOrder = await rig.widget('POST', `${path}/order`, { quote_id: quote.at('quote_id') }, session)
  const orderId = String(placedOrder.at('order.client_order_id'))
  expect(placedOrder.at('order.transfer')).toEqual({
    beneficiary: 'Cambio Sandbox',
    iban: ourIban,
    reference: orderId,
    test_bank_url: `${rig.exchange.baseUrl}/sandbox/bank?order=${orderId}`,
  })
  await importStatement(statement([{ reference: 'A1', amount: '50.00', lines: [`Order ${orderId}`] }]))
  await rig.settle()
  const view = await rig.widget('GET', path, undefined, session)
  expect(view.at('order')).toMatchObject({ status: 'finished', transfer: null })
})

test('an order that its buyer placed passes every status, and its partner is sent each', async () => {
  const { session } = await registerBalanceClient(rig, 'ada')
  const created = await rig.widget(
    'POST',
    '/api/v2/client/order/create',
    {
      payin_currency: 'EUR',
      payin_amount: '100.00',
      payin_group: 'sepa',
      payout_currency: 'ETH',
      payout_group: 'balance',
    },
    session,
  )
  const orderId = String(created.at('client_order_id'))
  await importStatement(statement([{ reference: 'A1', amount: '100.00', lines: [orderId] }]))
  await rig.settle()
  const statuses = ['payin_pending', 'processing', 'auth_success', 'processing_payout', 'finished']
  const data = await rig.widget('GET', `/api/v2/client/order/${orderId}`, undefined, session)
  expect(data.at('status_log')).toMatchObject(statuses.map((status) => ({ status })))
  const sent = rig.deliveries.map(({ body }) => /"status":"(\w+)"/.exec(body)?.[1])
  expect(sent).toEqual(statuses)
})

test('the sandbox’s bank pays an order with one press, and once', async () => {
  const body = { ...createBody('sepa-1'), payin_group: 'sepa' }
  const orderId = String((await rig.partner('POST', createPath, body)).at('client_order_id'))
  const path = `/sandbox/bank?order=${orderId}`
  expect((await rig.send('GET', path)).text).toContain('100.00 EUR')
  expect((await rig.send('POST', path)).status).toBe(200)
  await rig.settle()
  expect((await rig.send('POST', path)).status).toBe(200)
  await rig.settle()
  expect((await rig.partner('GET', '/api/v2/partner/order/sepa-1')).body).toMatchObject({
    status: 'finished',
  })
  expect(await cents('bank')).toBe(10_000n)
  expect((await rig.send('GET', '/sandbox/bank?order=NOBODY')).status).toBe(404)
})

test('an order that waits for its buyer to be verified, its money here, is none of the three that may be unpaid', async () => {
  expect(await rig.runCommand('tariff', 'set', 'caps.sepa.unverifiedEurCents', '100')).toMatchObject({
    ok: true,
  })
  await rig.catalogue.refresh()
  const { session } = await registerBalanceClient(rig, 'ada')
  const create = () =>
    rig.widget(
      'POST',
      '/api/v2/client/order/create',
      {
        payin_currency: 'EUR',
        payin_amount: '100.00',
        payin_group: 'sepa',
        payout_currency: 'ETH',
        payout_group: 'balance',
      },
      session,
    )
  const orders = [await create(), await create(), await create()].map((reply) =>
    String(reply.at('client_order_id')),
  )
  expect(statusAndCode(await create())).toEqual([409, 'too_many_unpaid_orders'])
  const lines = orders.map((orderId, index) => ({
    reference: `A${index}`,
    amount: '100.00',
    lines: [orderId],
  }))
  await importStatement(statement(lines))
  await rig.settle()
  for (const orderId of orders)
    expect(await rig.stores.orders.find(orderId)).toMatchObject({ status: 'pending' })
  expect((await create()).status).toBe(200)
})
