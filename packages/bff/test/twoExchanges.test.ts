import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerClient } from './client/registerClient.ts'
import { statusAndCode } from './http/statusAndCode.ts'
import { createBody, createPath } from './order/createOrder.ts'
import { openRig, type Reply, type Rig } from './rig.ts'
import { exchanges } from './twin.ts'

/*
 * Two exchanges on one database, which share nothing else: connections, catalogue and what they remember are each one's
 * own. Every call goes to the other one than the call before, and both do what is due at the same time. Tests of what may
 * happen at the same moment run here once more, `pnpm sim:two` runs tests of everything else.
 */

exchanges.count = 2

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

describe('two exchanges on one database', () => {
  test('two exchanges sell and pay out as one', async () => {
    const order = await rig.placeOrder()
    const charged = await rig.charge(order, 'held')
    expect(charged.at('order.status')).toBe('auth_success')
    const [attempt] = await rig.attempts(order.orderId)
    rig.card.becomes(String(attempt?.platformOrderId), 'settled')
    await rig.settle()
    const view = () => rig.widget('GET', order.path, undefined, order.session)
    for (const reply of [await view(), await view()]) expect(reply.at('order.status')).toBe('finished')
  })

  test('two exchanges together keep an hour’s pay-outs within its cap, and pay each once', async () => {
    await rig.runCommand('tariff', 'set', 'payouts.hourEurCents', '10000')
    await rig.catalogue.refresh()
    const orders = await Promise.all(Array.from({ length: 3 }, () => rig.placeOrder()))
    for (const order of orders) {
      await rig.charge(order, 'held')
      for (const { platformOrderId } of await rig.attempts(order.orderId))
        rig.card.becomes(platformOrderId, 'settled')
    }
    const payments = async () => (await rig.query(statement('select txid from sandbox_transfer'))).length
    const before = await payments()
    for (let minute = 0; minute < 5; minute++) {
      rig.pass(60_000)
      await rig.work.tick()
    }
    expect(await payments()).toBe(before + 2)
    await rig.settle()
    expect(await payments()).toBe(before + 3)
    await rig.runCommand('tariff', 'set', 'payouts.hourEurCents', 'unlimited')
    await rig.catalogue.refresh()
  })

  test('two exchanges share a client’s limit, however the charges are spread', async () => {
    const email = 'spread@example.com'
    const orders = await Promise.all(
      Array.from({ length: 3 }, () => rig.placeOrder({ amount: '75.01', email })),
    )
    const charged = await Promise.all(orders.map((order) => rig.charge(order, 'held')))
    const statuses = charged.map((reply) => reply.at('order.status'))
    expect(statuses.filter((status) => status === 'auth_success')).toHaveLength(1)
    expect(statuses.filter((status) => status === 'pending')).toHaveLength(2)
  })

  test('two exchanges answer a key alike, and do its work once', async () => {
    const headers = { 'Idempotency-Key': 'spread' }
    const send = () => rig.partner('POST', createPath, createBody('spread'), { headers })
    const replies = await Promise.all(Array.from({ length: 10 }, send))
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(replies.filter(({ headers: sent }) => sent.get('idempotent-replayed') === 'true')).toHaveLength(9)
    const changed = { ...createBody('spread'), payin_amount: '99' }
    expect(statusAndCode(await rig.partner('POST', createPath, changed, { headers }))).toEqual([
      422,
      'idempotency_mismatch',
    ])
  })

  test('two exchanges open one session by one login, and both know it until it ends', async () => {
    const client = await registerClient(rig)
    const list = () => client.send('GET', '/api/v2/client/order/list')
    for (const reply of [await list(), await list()]) expect(reply.status).toBe(200)
    expect((await client.send('DELETE', '/api/v2/client/session')).status).toBe(200)
    for (const reply of [await list(), await list()])
      expect(statusAndCode(reply)).toEqual([401, 'session_invalid'])
  })

  test('two exchanges let a login’s token open one session, whichever is asked', async () => {
    const client = await registerClient(rig)
    const login = { email: client.email, password: 'correct horse battery' }
    const origin = { client_ip: '203.0.113.7', remote_country: 'DE' }
    const loggedIn = await rig.partner('POST', '/api/v2/partner/client/login', { ...login, ...origin })
    const open = () => rig.widget('POST', '/api/v2/client/session', { ts: loggedIn.at('ts') })
    const replies = await Promise.all(Array.from({ length: 8 }, open))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('two exchanges together take three unpaid orders of one client', async () => {
    const client = await registerClient(rig)
    const { payin_currency, payin_amount, payout_currency, dst_address } = createBody('')
    const body = { payin_currency, payin_amount, payout_currency, dst_address }
    const create = (): Promise<Reply> => client.send('POST', '/api/v2/client/order/create', body)
    const replies = await Promise.all(Array.from({ length: 8 }, create))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
  })
})

test('two exchanges count an account’s logins and an entry’s codes together', async () => {
  const strict = await openRig({ limitsFactor: 1 })
  try {
    const login = { email: 'a@example.com', password: 'wrong password' }
    const origin = { client_ip: '203.0.113.7', remote_country: 'DE' }
    const logIn = () => strict.partner('POST', '/api/v2/partner/client/login', { ...login, ...origin })
    const logins: number[] = []
    for (let tries = 0; tries < 6; tries++) logins.push((await logIn()).status)
    expect(logins).toEqual([401, 401, 401, 401, 401, 429])
    const path = `/api/widget/${await strict.openRequest()}/code`
    const codes: number[] = []
    for (let requests = 0; requests < 6; requests++)
      codes.push((await strict.widget('POST', path, { email: 'a@example.com' })).status)
    expect(codes).toEqual([200, 200, 200, 200, 200, 429])
  } finally {
    await strict.close()
  }
})

describe('two exchanges: races of withdrawals', async () =>
  void (await import('./balance/withdrawalRaces.test.ts')))
describe('two exchanges: transfers of one client at once', async () =>
  void (await import('./person/clientLimitConcurrent.test.ts')))
describe('two exchanges: cards of one person at once', async () =>
  void (await import('./person/personLimitConcurrent.test.ts')))
