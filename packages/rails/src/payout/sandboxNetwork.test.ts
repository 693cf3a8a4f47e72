import { randomInt } from 'node:crypto'
import { statement, testDatabase, type TestDatabase } from '@cambio/server/testing/postgres/testing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxNetwork, sandboxNetworkMigrations, type PayoutFault } from './sandboxNetwork.ts'

let stand: TestDatabase
beforeAll(async () => {
  stand = await testDatabase({
    schema: 'exchange',
    appRole: 'cambio_exchange',
    directories: [sandboxNetworkMigrations],
  })
})
afterAll(() => stand.close())

const random = {
  pick: (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join(''),
}
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
/** More units than a double or an int8 can hold. */
const order = (payoutId: string) => ({
  orderId: 'ABCDE-123456',
  payee: null,
  payoutId,
  amount: { units: 123_456_789_012_345_678_901_234n, currency: 'ETH' },
  address,
  memo: null,
})

function networkAt(time: { now: number }, fault?: PayoutFault) {
  return sandboxNetwork({
    query: stand.database.query,
    clock: { now: () => new Date(time.now) },
    random,
    ...(fault ? { faultOf: () => fault } : {}),
  })
}

async function transfersOf(payoutId: string) {
  return stand.database.query(statement('select * from sandbox_transfer where payout_id = $1', payoutId))
}

test('a payment is sent at once and confirmed half a second later, by one transaction', async () => {
  const time = { now: Date.UTC(2026, 0, 1) }
  const network = networkAt(time)
  const sent = await network.send(order('p1'))
  expect(sent).toEqual({ is: 'sent', txid: expect.stringMatching(/^[0-9a-f]{64}$/) })
  time.now += 499
  expect(await network.getStatus('p1')).toEqual(sent)
  time.now += 1
  expect(await network.getStatus('p1')).toEqual({ ...sent, is: 'confirmed' })
})

test('a payment that many processes send at once is paid once', async () => {
  const networks = Array.from({ length: 20 }, () => networkAt({ now: Date.UTC(2026, 0, 1) }))
  const answers = await Promise.all(networks.map((network) => network.send(order('p2'))))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await transfersOf('p2')).toHaveLength(1)
})

test('a payment that was not sent is absent', async () => {
  expect(await networkAt({ now: 0 }).getStatus('never')).toEqual({ is: 'absent' })
})

test('a payment whose answer is lost before it happens is absent, and may be sent again', async () => {
  const time = { now: Date.UTC(2026, 0, 1) }
  expect(await networkAt(time, 'lost_before').send(order('p3'))).toMatchObject({ is: 'unknown' })
  expect(await networkAt(time).getStatus('p3')).toEqual({ is: 'absent' })
  expect(await networkAt(time).send(order('p3'))).toMatchObject({ is: 'sent' })
})

test('a payment whose answer is lost after it happened is found by asking, and not paid again', async () => {
  const time = { now: Date.UTC(2026, 0, 1) }
  expect(await networkAt(time, 'lost_after').send(order('p4'))).toMatchObject({ is: 'unknown' })
  const status = await networkAt(time).getStatus('p4')
  expect(status).toMatchObject({ is: 'sent' })
  expect(await networkAt(time).send(order('p4'))).toEqual(status)
  expect(await transfersOf('p4')).toHaveLength(1)
})

test('a refusal stays a refusal, however often the payment is asked about or sent again', async () => {
  const time = { now: Date.UTC(2026, 0, 1) }
  const refused = await networkAt(time, 'refused').send(order('p5'))
  expect(refused).toEqual({ is: 'refused', reason: expect.stringMatching(/./) })
  expect(await networkAt(time).getStatus('p5')).toEqual(refused)
  expect(await networkAt(time).send(order('p5'))).toEqual(refused)
})

test.for([
  ['amount', { amount: { units: 1n, currency: 'ETH' } }],
  ['currency', { amount: { units: 123_456_789_012_345_678_901_234n, currency: 'BTC' } }],
  ['address', { address: '0x52908400098527886E0F7030069857D2E4169EE7' }],
  ['memo', { memo: '7' }],
] as const)('another %s under the id of a payment throws', async ([what, other]) => {
  const network = networkAt({ now: Date.UTC(2026, 0, 1) })
  await network.send(order(`p6-${what}`))
  await expect(network.send({ ...order(`p6-${what}`), ...other })).rejects.toThrow(/something else/)
})

test.for(['update sandbox_transfer set units = 1', 'delete from sandbox_transfer'])(
  'the program may not %s',
  async (sql) => {
    await networkAt({ now: 0 }).send(order('p7'))
    await expect(stand.database.query(statement(sql))).rejects.toThrow(/permission denied/)
  },
)
