import { afterEach, beforeEach, expect, test } from 'vitest'
import { statusAndCode } from '../http/statusAndCode.ts'
import { ethAddress, openRig, type Reply, type Rig } from '../rig.ts'
import { balanceOf, creditBalance, registerBalanceClient, mistypedCode } from './balanceRig.ts'

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

const TENTH = 10n ** 17n
const iban = 'DE75512108001245126199'

/** A buyer who has a tenth of an ether and 50 EUR, and who has confirmed an address in the widget. */
async function buyer() {
  const client = await registerBalanceClient(rig, 'ada')
  await creditBalance(rig, client.id, TENTH)
  await creditBalance(rig, client.id, 5_000n, 'EUR')
  const request = await rig.partner('POST', '/api/v2/partner/create_request', {})
  const path = `/api/widget/${String(request.at('request_id'))}`
  const sent = await rig.widget('POST', `${path}/code`, { email: client.email })
  const opened = await rig.widget('POST', `${path}/session`, {
    email: client.email,
    code: sent.at('sandbox_code'),
  })
  const session = String(opened.at('session'))
  const call = (method: string, route: string, body?: object) =>
    rig.widget(method, `${path}${route}`, body, session)
  return { ...client, account: client.session, path, call }
}

type Buyer = Awaited<ReturnType<typeof buyer>>

async function withdraw({ call }: Buyer, terms: object = {}, dst_address = ethAddress): Promise<Reply> {
  const quote = await call('POST', '/quote', {
    payin_currency: 'ETH',
    payin_group: 'balance',
    payin_amount: '0.1',
    payout_currency: 'ETH',
    payout_group: 'crypto',
    ...terms,
  })
  expect(statusAndCode(quote)).toEqual([200, undefined])
  return call('POST', '/order', { quote_id: quote.at('quote_id'), dst_address })
}

/** The code that the shop was sent for the order of a view. */
async function codeFor(view: Reply): Promise<string> {
  await rig.work.tick()
  const orderId = view.at('order.client_order_id')
  const callback = rig.deliveries.find(
    ({ body }) => body.includes('withdrawal_code') && body.includes(String(orderId)),
  )
  return /"code":"(\d{6})"/.exec(callback?.body ?? '')?.[1] ?? ''
}

test('a buyer with a balance is offered to pay with it, and nobody else is', async () => {
  const ada = await buyer()
  const view = await ada.call('GET', '')
  expect(view.at('buyer.balances')).toEqual(
    [
      { amount: '0.100000000000000000', currency: 'ETH' },
      { amount: '50.00', currency: 'EUR' },
    ].toSorted((one, other) => (one.currency < other.currency ? -1 : 1)),
  )
  const groupsOf = (reply: Reply, code: string) =>
    JSON.stringify(reply.at('offer.payin')).match(
      new RegExp(`"currency":"${code}".*?"groups":(\\[.*?\\])`),
    )?.[1]
  expect(groupsOf(view, 'ETH')).toBe('["balance"]')
  expect(groupsOf(view, 'EUR')).toBe('["card","sepa","balance"]')
  expect(groupsOf(view, 'USD')).toBe('["card"]')
  const stranger = await rig.widget('GET', ada.path)
  expect(groupsOf(stranger, 'ETH')).toBeUndefined()
  expect(groupsOf(stranger, 'EUR')).toBe('["card","sepa"]')
  const terms = { payin_currency: 'EUR', payin_group: 'balance', payin_amount: '50', payout_currency: 'ETH' }
  expect(statusAndCode(await rig.widget('POST', `${ada.path}/quote`, terms))).toEqual([
    422,
    'group_unavailable',
  ])
})

test('an order paid from a balance is no unpaid order, and waits for none', async () => {
  const ada = await buyer()
  const half = { payin_amount: '0.05' }
  expect(statusAndCode(await withdraw(ada, half))).toEqual([200, undefined])
  const placeByCard = () =>
    rig.send('POST', '/api/v2/client/order/create', {
      body: JSON.stringify({
        payin_currency: 'EUR',
        payin_amount: '100',
        payout_currency: 'ETH',
        dst_address: ethAddress,
      }),
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${ada.account}` },
    })
  for (const expected of [200, 200, 200, 409]) expect((await placeByCard()).status).toBe(expected)
  const request = await rig.partner('POST', '/api/v2/partner/create_request', {})
  const again = `/api/widget/${String(request.at('request_id'))}`
  const call = (method: string, route: string, body?: object) =>
    rig.widget(method, `${again}${route}`, body, ada.account)
  expect(statusAndCode(await withdraw({ ...ada, path: again, call }, half))).toEqual([200, undefined])
})

test('a buyer takes coins out with the code that the shop was sent, without further details', async () => {
  const ada = await buyer()
  const created = await withdraw(ada)
  expect(created.body).toMatchObject({
    order: {
      status: 'confirmation_pending',
      payin_group: 'balance',
      money: { state: 'held' },
      withdrawal: { tries_left: 5, outbox_url: `${rig.exchange.baseUrl}/sandbox/outbox` },
    },
  })
  const code = await codeFor(created)
  expect(statusAndCode(await ada.call('POST', '/confirm', { code: mistypedCode(code) }))).toEqual([
    422,
    'code_invalid',
  ])
  expect((await ada.call('GET', '')).at('order.withdrawal.tries_left')).toBe(4)
  const confirmed = await ada.call('POST', '/confirm', { code })
  expect(confirmed.body).toMatchObject({ order: { status: 'processing', withdrawal: null } })
  await rig.settle()
  expect((await ada.call('GET', '')).at('order.status')).toBe('finished')
  expect(await balanceOf(rig, ada.account)).toBe('0.000000000000000000')
  expect(statusAndCode(await ada.call('POST', '/confirm', { code }))).toEqual([409, 'order_state'])
})

test('money leaves a balance for a bank account', async () => {
  const ada = await buyer()
  const terms = {
    payin_currency: 'EUR',
    payin_amount: '50',
    payout_currency: 'EUR',
    payout_group: 'sepa',
  }
  const created = await withdraw(ada, terms, iban)
  const confirmed = await ada.call('POST', '/confirm', { code: await codeFor(created) })
  expect(confirmed.at('order.dst_address')).toBe(iban)
  await rig.settle()
  expect((await ada.call('GET', '')).at('order.status')).toBe('processing_payout')
  await rig.send('POST', `/sandbox/bank?order=${String(created.at('order.client_order_id'))}`)
  expect((await ada.call('GET', '')).at('order')).toMatchObject({ status: 'finished', payout_url: null })
})

test('five wrong codes cancel the order, and the amount is on the balance again', async () => {
  const ada = await buyer()
  const created = await withdraw(ada)
  const code = await codeFor(created)
  for (let tries = 0; tries < 5; tries++) await ada.call('POST', '/confirm', { code: mistypedCode(code) })
  expect((await ada.call('GET', '')).body).toMatchObject({ order: { status: 'canceled', withdrawal: null } })
  expect(statusAndCode(await ada.call('POST', '/confirm', { code }))).toEqual([409, 'order_state'])
  expect(await balanceOf(rig, ada.account)).toBe('0.100000000000000000')
})

test('a withdrawal of more than the balance places no order, and an order by card needs no code', async () => {
  const ada = await buyer()
  expect(statusAndCode(await withdraw(ada, { payin_amount: '0.2' }))).toEqual([422, 'balance_insufficient'])
  const other = await rig.placeOrder()
  const reply = await rig.widget('POST', `${other.path}/confirm`, { code: '000000' }, other.session)
  expect(statusAndCode(reply)).toEqual([409, 'order_state'])
})

test('a request may ask for a withdrawal, whose price is made once its client has signed in', async () => {
  const open = (fields: object) => rig.partner('POST', '/api/v2/partner/create_request', fields)
  const ether = {
    payin_currency: 'ETH',
    payin_group: 'balance',
    payout_currency: 'ETH',
    payout_group: 'crypto',
  }
  const toBalance = { ...ether, payout_currency: 'EUR', payout_group: 'balance' }
  expect(statusAndCode(await open(toBalance))).toEqual([422, 'group_unavailable'])
  const request = await open(ether)
  expect(statusAndCode(request)).toEqual([200, undefined])
  const ada = await registerBalanceClient(rig, 'grace')
  await creditBalance(rig, ada.id, TENTH)
  const path = `/api/widget/${String(request.at('request_id'))}`
  const sent = await rig.widget('POST', `${path}/code`, { email: ada.email })
  const body = { email: ada.email, code: sent.at('sandbox_code') }
  const session = String((await rig.widget('POST', `${path}/session`, body)).at('session'))
  const terms = { payin_currency: 'ETH', payin_amount: '0.1', payout_currency: 'ETH' }
  expect((await rig.widget('POST', `${path}/quote`, terms)).status).toBe(422)
  const quote = await rig.widget('POST', `${path}/quote`, terms, session)
  expect(quote.body).toMatchObject({ payin_group: 'balance', rate: '1' })
})
