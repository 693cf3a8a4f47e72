import type { Database, Query } from '@cambio/server/postgres/Database.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { openLine, type Line } from '@cambio/server/testing/postgres/testingLine.ts'
import { rowsOf } from '@cambio/server/testing/rowsOf.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, creditBalance, registerBalanceClient, withdraw } from '../balance/balanceRig.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { ethAddress, openRig, payer, type Reply, type Rig } from '../rig.ts'

/* The database does what it is asked, and its answer is lost: nobody is told that it failed. */

let line: Line
let rig: Rig
/** The statements that were run, by their names. */
const statements = new Set<string>()
beforeAll(async () => {
  const reach = async (url: string) => {
    line = await openLine(url)
    return line.url
  }
  rig = await openRig({}, {}, reach, named)
})
afterAll(async () => {
  await rig.close()
  await line.close()
})

/** The statement that fails, by its name, for a reason that is nobody's outside. */
let broken: string | undefined

/** A pool that notes what it is asked. */
function named(pool: Database): Database {
  const noting =
    (query: Query): Query =>
    (asked) => {
      statements.add(asked.name)
      if (asked.name === broken) throw new Error('a fault of our own')
      return query(asked)
    }
  return {
    ...pool,
    query: noting(pool.query),
    transaction: (work) => pool.transaction((query) => work(noting(query))),
  }
}

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
  expect(reply.at('detail')).toContain('We do not know whether this was done')
})

test.each([
  ['GET', '/partner', 'partner_session_find', 'Something failed on our side. Nothing was changed.'],
  ['POST', '/partner/sign-out', 'partner_session_end', 'may have been saved: look before you send it again'],
  ['GET', '/w/anything', 'request_find', 'Bei uns ist ein Fehler aufgetreten.'],
] as const)(
  'a failure at %s %s is a page for a person, and a problem for a program',
  async (method, path, statementName, sentence) => {
    const own = { Origin: 'http://exchange.test', Cookie: `cambio_partner=${'a'.repeat(43)}` }
    const person = { ...own, Accept: 'text/html,*/*;q=0.8', 'Accept-Language': 'de' }
    broken = statementName
    try {
      const page = await rig.send(method, path, { headers: person })
      expect([page.status, page.headers.get('content-type')]).toEqual([500, 'text/html; charset=UTF-8'])
      expect(page.text).toContain(sentence)
      expect((await rig.send(method, path, { headers: own })).at('code')).toBe('internal')
    } finally {
      broken = undefined
    }
    line.refuse()
    try {
      const page = await rig.send(method, path, { headers: person })
      expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
      expect(page.text).toContain('</html>')
      expect((await rig.send(method, path, { headers: own })).at('code')).toBe('unavailable')
    } finally {
      line.admit()
    }
  },
)

test('the code of a withdrawal is sent although the database went away as it was shown to testers', async () => {
  const { email, id } = await registerBalanceClient(rig, 'shown-late')
  await creditBalance(rig, id, 10n ** 17n)
  const { uuid } = (await withdraw(rig, 'shown-late', email)).body as { uuid: string }
  line.loseNextAnswer(/outbox_keep/)
  expect(await codeOf(rig, uuid)).toMatch(/^\d{6}$/)
})

/** Calls again where the answer says that this is right, and nowhere else. */
async function persistently(call: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await call()
    if (reply.status < 500) return reply
    expect([reply.status, reply.headers.get('retry-after')], reply.text).toEqual([503, '5'])
  }
}

/** Buys in the widget as a person does who presses each button again. */
async function buyPersistently(): Promise<void> {
  const entry = (await persistently(() => rig.partner('POST', '/api/v2/partner/create_request', {}))).at(
    'request_id',
  )
  const path = `/api/widget/${String(entry)}`
  let session: string | undefined
  const press = (method: string, part: string, body?: object) =>
    persistently(() => rig.widget(method, path + part, body, session))
  const email = `lost-${String(entry)}@example.com`
  while (session === undefined) {
    const code = (await press('POST', '/code', { email })).at('sandbox_code')
    const opened = await press('POST', '/session', { email, code })
    // A code that was taken, and whose answer was lost, is asked for anew.
    if (opened.status === 200) session = String(opened.at('session'))
  }
  await press('PUT', '/payer', payer)
  const terms = { payin_currency: 'EUR', payin_amount: '50', payout_currency: 'ETH' }
  const quote = await press('POST', '/quote', terms)
  await press('POST', '/order', { quote_id: quote.at('quote_id'), dst_address: ethAddress })
  const session_id = String((await press('POST', '/fields', {})).at('session_id'))
  rig.card.fill(session_id, 'held')
  await press('POST', '/charge', { session_id, challenge: 'frame' })
  expect((await press('GET', '')).at('order.status')).toBe('auth_success')
}

/** Which third of the answers `npm test` loses; `pnpm sim:kill` loses each. */
const third = Number(process.env['SEED'] ?? Date.now()) % 3

test(`whichever answer of the database is lost while somebody buys, they are told to come again, and can buy (SEED=${third})`, async () => {
  statements.clear()
  await buyPersistently()
  for (const name of rowsOf([...statements], (_, index) => index % 3 === third)) {
    line.loseNextAnswer(new RegExp(`${name}\\0`))
    await buyPersistently()
  }
  expect(statements.size).toBeGreaterThan(20)
})
