import { sandboxRates } from '@cambio/rails/rates/sandboxRates.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purge } from '../../src/store/purge.ts'
import { ethAddress, openRig, rival, type Reply, type Rig } from '../rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

const create = '/api/v2/partner/order/create'
const order = (id: string, amount = '100') => ({
  partner_order_id: id,
  payin_currency: 'EUR',
  payin_amount: amount,
  payout_currency: 'ETH',
  dst_address: ethAddress,
  client_ip: '192.0.2.7',
  remote_country: 'DE',
})
const place = (body: object, key: string, as?: typeof rival): Promise<Reply> =>
  rig.partner('POST', create, body, { headers: { 'Idempotency-Key': key }, ...(as && { as }) })

async function count(table: string): Promise<number> {
  return (await rig.query(statement(`select 1 from ${table}`))).length
}

test('fifty callers with one key get one order and identical bytes', async () => {
  const before = await count('orders')
  const replies = await Promise.all(Array.from({ length: 50 }, () => place(order('i-1'), 'key-1')))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(49)
  expect(await count('orders')).toBe(before + 1)
})

test('another body under a used key is refused, and a quoted key equals the bare key', async () => {
  await place(order('i-2'), 'key-2')
  const other = await place(order('i-2', '101'), 'key-2')
  expect([other.status, other.at('code')]).toEqual([422, 'idempotency_mismatch'])
  expect((await place(order('i-2'), '"key-2"')).headers.get('idempotent-replayed')).toBe('true')
})

test('a repetition is a commit of its own, which a standby has before the answer is given', async () => {
  const writer = () =>
    rig.query(statement(`select xmin::text from idempotency where key = 'key-synchronous'`))
  await place(order('i-synchronous'), 'key-synchronous')
  const before = await writer()
  await place(order('i-synchronous'), 'key-synchronous')
  expect(await writer()).not.toEqual(before)
})

test('a key belongs to one partner and one route', async () => {
  await place(order('i-3'), 'key-3')
  expect((await place(order('i-3'), 'key-3', rival)).headers.get('idempotent-replayed')).toBeNull()
  const headers = { 'Idempotency-Key': 'key-3' }
  const request = await rig.partner('POST', '/api/v2/partner/create_request', {}, { headers })
  expect([request.status, request.headers.get('idempotent-replayed')]).toEqual([200, null])
})

test('a refusal leaves the key free', async () => {
  const kept = await count('idempotency')
  const bad = { ...order('i-4'), dst_address: 'nowhere' }
  expect((await place(bad, 'key-4')).at('code')).toBe('address_invalid')
  expect(await count('idempotency')).toBe(kept)
  expect((await place(order('i-4'), 'key-4')).status).toBe(200)
})

test('an expired coupon is refused under a key too', async () => {
  const [partner] = await rig.query<{ id: string }>(
    statement("select id from partner where api_key = 'SHOP'"),
  )
  await rig.owner.query(
    statement(
      `insert into coupon (partner_id, code, off_bps, valid_from, valid_until, most_uses)
       values ($1, 'OVER', 5000, '2025-01-01', '2026-01-01', 1)`,
      partner?.id,
    ),
  )
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      place({ ...order(`coupon-${index}`), coupon: 'OVER' }, `coupon-key-${index}`),
    ),
  )
  expect(new Set(replies.map((reply) => reply.at('code')))).toEqual(new Set(['coupon_invalid']))
})

test('a kept answer cannot be read from the database, and is gone after 31 days', async () => {
  const reply = await place(order('i-5'), 'key-5')
  const [row] = await rig.query<{ answer_sealed: Buffer }>(
    statement("select answer_sealed from idempotency where key = 'key-5'"),
  )
  expect(row?.answer_sealed.toString('latin1')).not.toContain(String(reply.at('client_order_id')))
  const kept = await count('idempotency')
  rig.pass(30 * 24 * 60 * 60_000)
  await purge(rig.exchange)
  expect(await count('idempotency')).toBe(kept)
  rig.pass(2 * 24 * 60 * 60_000)
  await purge(rig.exchange)
  expect(await count('idempotency')).toBe(0)
})

test('requests under keys that wait for prices leave the database to all others', async () => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: sixWait, resolve: sixth } = Promise.withResolvers<void>()
  let waiting = 0
  const source = sandboxRates({ clock: { now: () => busy.exchange.clock.now() } })
  const busy: Rig = await openRig({
    rates: {
      async prices() {
        waiting += 1
        if (waiting === 6) sixth()
        await held
        return source.prices()
      },
    },
  })
  const creates = Array.from({ length: 24 }, (_, index) =>
    busy.partner('POST', create, order(`busy-${index}`), { headers: { 'Idempotency-Key': `busy-${index}` } }),
  )
  await sixWait
  const reads = await Promise.all(
    Array.from({ length: 24 }, () => busy.partner('GET', '/api/v2/partner/order/nothing')),
  )
  expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([404]))
  letGo()
  const replies = await Promise.all(creates)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  await busy.close()
})

for (const key of ['', 'a b', 'é', '"open', 'x'.repeat(256), '"a"b"'])
  test(`the key ${JSON.stringify(key.slice(0, 8))} is malformed`, async () => {
    const reply = await place(order('i-6'), key)
    expect([reply.status, reply.at('code')]).toEqual([400, 'idempotency_key_invalid'])
  })
