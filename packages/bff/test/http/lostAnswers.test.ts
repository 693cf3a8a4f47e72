import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { openLine, type Line } from '@cambio/server/testing/postgres/testingLine.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, creditBalance, registerBalanceClient, withdraw } from '../balance/balanceRig.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, type Rig } from '../rig.ts'

/* The database does what it is asked, and its answer is lost: nobody is told that it failed. */

let line: Line
let rig: Rig
beforeAll(async () => {
  rig = await openRig({}, {}, async (url) => {
    line = await openLine(url)
    return line.url
  })
})
afterAll(async () => {
  await rig.close()
  await line.close()
})

async function ordersOf(partnerOrderId: string): Promise<number> {
  return (
    await rig.owner.query(statement('select id from orders where partner_order_id = $1', partnerOrderId))
  ).length
}

test('an order is created once, and its creation answered, when the answer of the database is lost', async () => {
  await rig.partner('POST', createPath, createBody('warm'))
  line.loseNextAnswer(/order_place/)
  const created = await rig.partner('POST', createPath, createBody('lost'))
  expect([created.status, created.at('status')]).toEqual([200, 'processing'])
  expect(await ordersOf('lost')).toBe(1)
  const again = await rig.partner('POST', createPath, createBody('lost'))
  expect([again.status, again.at('client_order_id')]).toEqual([409, created.at('client_order_id')])
})

test('an order under an Idempotency-Key is created once, and a repetition gets identical bytes', async () => {
  const headers = { 'Idempotency-Key': 'lost-answer' }
  line.loseNextAnswer(/commit/)
  const created = await rig.partner('POST', createPath, createBody('keyed'), { headers })
  expect(created.status).toBe(200)
  expect(await ordersOf('keyed')).toBe(1)
  const again = await rig.partner('POST', createPath, createBody('keyed'), { headers })
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([created.text, 'true'])
})

test('an answer of the card platform is kept as soon as the database is back', async () => {
  const order = await rig.placeOrder()
  line.loseNextAnswer(/order_save[^]*auth_success/)
  const charged = await rig.charge(order, 'held')
  expect(charged.at('order.status')).toBe('auth_success')
})

test('a change that was not done and whose answer was lost says that its outcome is unknown', async () => {
  line.loseNextAnswer(/request_open/)
  const reply = await rig.partner('POST', '/api/v2/partner/create_request', {})
  expect([reply.status, reply.at('code'), reply.headers.get('retry-after')]).toEqual([
    503,
    'unavailable',
    '5',
  ])
  expect(reply.at('detail')).toContain('Whether this was done is not known')
})

test('the code of a withdrawal is sent although the database went away as it was shown to testers', async () => {
  const { email, id } = await registerBalanceClient(rig, 'shown-late')
  await creditBalance(rig, id, 10n ** 17n)
  const { uuid } = (await withdraw(rig, 'shown-late', email)).body as { uuid: string }
  line.loseNextAnswer(/outbox_keep/)
  expect(await codeOf(rig, uuid)).toMatch(/^\d{6}$/)
})
