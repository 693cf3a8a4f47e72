import type { Prices } from '@cambio/exchange/price/RateSource.ts'
import { statement as statementOf } from '@cambio/server/testing/postgres/testing.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openSepaRig, type SepaRig } from '../bank/sepaRig.ts'
import { statement, type Line } from '../bank/statement.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, type Reply, type Rig } from '../rig.ts'

/*
 * An unpaid order reserves nothing, so that more people may have placed one with a coupon than may use it. The coupon
 * goes to those whose money came first.
 */

const one = 10n ** 18n
let rig: Rig
let sepa: SepaRig
let ratesAreThere = true
beforeAll(async () => {
  const prices = async (): Promise<Prices> => {
    if (!ratesAreThere) throw new Refusal('rate_unavailable')
    return { at: rig.exchange.clock.now(), eur: new Map(Object.entries({ EUR: one, ETH: 2_500n * one })) }
  }
  rig = await openRig({ rates: { prices } })
  sepa = await openSepaRig(rig)
})
afterEach(() => sepa.check())
afterAll(() => sepa.close())

/** What a test's orders and coupon are called apart from the others'. */
let tests = 0
beforeEach(() => void (tests += 1))
const named = (name: string) => `${name}-${tests}`

/** Makes a coupon that takes half of the service fee. */
async function give(code: string, ...terms: string[]): Promise<void> {
  const whole = ['--partner', 'SHOP', '--off', '50', '--until', '2026-04-01T00:00:00Z', ...terms]
  const { ok, output } = await rig.runCommand('coupon', 'create', named(code), ...whole)
  expect([ok, output]).toEqual([true, output])
}

/** Places an order of 100 EUR by bank transfer with a coupon. */
async function place(id: string, coupon?: string, client_email?: string): Promise<Line> {
  const more = {
    payin_group: 'sepa',
    ...(coupon !== undefined && { coupon: named(coupon) }),
    ...(client_email !== undefined && { client_email }),
  }
  const created = await rig.partner('POST', createPath, { ...createBody(named(id)), ...more })
  expect([created.status, created.at('detail')]).toEqual([200, undefined])
  const orderId = String(created.at('client_order_id'))
  return { reference: named(id), amount: '100.00', lines: [`Order ${orderId}`] }
}

/** Places an order of 20 EUR by card with a coupon, and opens its page as its buyer. */
async function cardBuyer(coupon: string, email: string) {
  const body = { ...createBody(named('card')), payin_amount: '20.00', coupon: named(coupon) }
  const created = await rig.partner('POST', createPath, body)
  const secret = new URL(String(created.at('redirect'))).searchParams.get('k')
  const entry = `${String(created.at('client_order_id'))}~${secret}`
  return { path: `/api/widget/${entry}`, session: await rig.buyerAt(entry, email) }
}

/** The service fee that an order was paid out with, and what its coins came to; or would, where it waits for its buyer. */
async function outcome(id: string) {
  const order = await rig.partner('GET', `/api/v2/partner/order/${named(id)}`)
  const status = [order.at('status'), order.at('substatus')].map(String).join(' ')
  const hasDiscount = order.at('service_fee_percent') === HALF || id === 'plain'
  const expected = hasDiscount ? /^(processing_payout|finished) null$/ : /^pending understanding_pending$/
  expect([id, status]).toEqual([id, expect.stringMatching(expected)])
  const [service_fee_amount, service_fee_percent, payout_amount] = [
    'service_fee_amount',
    'service_fee_percent',
    'payout_amount',
  ].map((name) => order.at(name))
  return { service_fee_amount, service_fee_percent, payout_amount }
}

const Coupons = z.object({ coupons: z.array(z.object({ code: z.string(), uses: z.number() })) })

async function uses(): Promise<unknown> {
  const { output } = await rig.runCommand('coupon', 'list', '--json')
  return Coupons.parse(JSON.parse(output)).coupons.find(({ code }) => code === named('SINGLE'))?.uses
}

const HALF = '0.75'
const WHOLE = '1.50'
const sorted = (percents: readonly unknown[]) =>
  percents.map(String).toSorted((one, other) => one.localeCompare(other))

describe('a coupon with one use and several orders by transfer', () => {
  beforeEach(() => give('SINGLE', '--uses', '1'))

  test('a coupon with one use goes to the client whose money was received first, and the others are asked to pay the whole fee', async () => {
    const late = await place('late', 'SINGLE', 'late@example.com')
    const first = await place('first', 'SINGLE', 'first@example.com')
    const last = await place('last', 'SINGLE')
    const plain = await place('plain')
    expect(await uses()).toBe(0)
    await sepa.importStatement(statement([first]))
    await rig.work.tick()
    await sepa.importStatement(statement([late, last, plain]))
    await rig.work.tick()
    const whole = await outcome('plain')
    expect(whole.service_fee_percent).toBe(WHOLE)
    expect(await outcome('late')).toEqual(whole)
    expect(await outcome('last')).toEqual(whole)
    expect((await outcome('first')).service_fee_percent).toBe(HALF)
    expect(await uses()).toBe(1)
    expect(
      (await rig.partner('POST', createPath, { ...createBody(named('more')), coupon: named('SINGLE') })).at(
        'code',
      ),
    ).toBe('coupon_invalid')
  })

  test('a coupon with one use goes to one of the clients whose money was received at once', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e']
    const lines = []
    for (const id of ids) lines.push(await place(id, 'SINGLE', id === 'e' ? undefined : `${id}@example.com`))
    await sepa.importStatement(statement(lines))
    await rig.work.tick()
    const percents = []
    for (const id of ids) percents.push((await outcome(id)).service_fee_percent)
    expect(sorted(percents)).toEqual([HALF, WHOLE, WHOLE, WHOLE, WHOLE])
    expect(await uses()).toBe(1)
  })

  test('a coupon with one use goes by when the money was received, also when the order waited for a price', async () => {
    const lines = []
    for (const id of ['a', 'b', 'c']) lines.push(await place(id, 'SINGLE', `${id}@example.com`))
    ratesAreThere = false
    for (const line of lines.toReversed()) {
      await sepa.importStatement(statement([line]))
      await rig.work.tick()
      rig.pass(20_000)
    }
    ratesAreThere = true
    rig.pass(60_000)
    await rig.work.tick()
    const percents = []
    for (const id of ['a', 'b', 'c']) percents.push((await outcome(id)).service_fee_percent)
    expect(percents).toEqual([WHOLE, WHOLE, HALF])
  })

  test('a coupon with one use stays with a card that was being charged when the money was received', async () => {
    const line = await place('transfer', 'SINGLE', 'transfer@example.com')
    const buyer = await cardBuyer('SINGLE', 'card@example.com')
    expect((await rig.charge(buyer, 'challenged')).at('order.attempt.state')).toBe('challenge')
    await sepa.importStatement(statement([line]))
    await rig.work.tick()
    expect((await outcome('transfer')).service_fee_percent).toBe(WHOLE)
    expect(await uses()).toBe(1)
  })

  test('a coupon with one use is free again when the transfer that used it went back', async () => {
    const tooMuch = { ...(await place('big', 'SINGLE', 'big@example.com')), amount: '10001.00' }
    const line = await place('other', 'SINGLE', 'other@example.com')
    await sepa.importStatement(statement([tooMuch]))
    await rig.work.tick()
    const back = await sepa.exportPayments()
    const [, id = ''] = /<EndToEndId>([^<]+)/.exec(back) ?? []
    await sepa.importStatement(
      statement([{ reference: named('back'), amount: '10001.00', side: 'DBIT', endToEndId: id }]),
    )
    await sepa.importStatement(statement([line]))
    await rig.work.tick()
    expect((await outcome('other')).service_fee_percent).toBe(HALF)
  })
})

describe('a coupon that another transaction holds', () => {
  /** Does something while the coupon is held by a transaction of somebody else's. */
  async function whileHeld(code: string, work: () => Promise<void>): Promise<void> {
    await rig.owner.transaction(async (query) => {
      await query(statementOf('select from coupon where code = $1 for update', named(code)))
      await work()
    })
  }

  const expectWaiting = (connections: number) =>
    expect
      .poll(async () => {
        const waiting =
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
        return (await rig.owner.query(statementOf(waiting))).length
      })
      .toBe(connections)

  test('a coupon held by another transaction is not counted before that transaction has ended', async () => {
    await give('HELD', '--uses', '1')
    const lines = [await place('a', 'HELD', 'a@example.com'), await place('b', 'HELD', 'b@example.com')]
    await sepa.importStatement(statement(lines))
    let ticking: Promise<unknown> | undefined
    await whileHeld('HELD', async () => {
      ticking = rig.work.tick()
      await expectWaiting(2)
    })
    await ticking
    const percents = [(await outcome('a')).service_fee_percent, (await outcome('b')).service_fee_percent]
    expect(sorted(percents)).toEqual([HALF, WHOLE])
  })

  test('a coupon held by another transaction is decided for a buyer’s transfer and card, whichever waited first', async () => {
    await give('BOTH', '--uses', '2')
    const line = await place('transfer', 'BOTH', `both-${tests}@example.com`)
    const buyer = await cardBuyer('BOTH', `both-${tests}@example.com`)
    await sepa.importStatement(statement([line]))
    let ended: Promise<readonly [unknown, Reply]> | undefined
    await whileHeld('BOTH', async () => {
      const ticking = rig.work.tick()
      await expectWaiting(1)
      ended = Promise.all([ticking, rig.charge(buyer, 'challenged')])
      await expectWaiting(2)
    })
    const [, charged] = (await ended) ?? []
    expect(charged?.at('order.attempt.state')).toBe('challenge')
    expect((await outcome('transfer')).service_fee_percent).toBe(HALF)
  })
})

test('a coupon with one use per client goes to one transfer of a person with two addresses', async () => {
  await give('EACH', '--uses', '10', '--uses-each', '1')
  const lines = []
  for (const [id, email] of [
    ['one', 'oneperson@gmail.com'],
    ['two', 'one.person+2@gmail.com'],
    ['other', 'other@example.com'],
  ] as const)
    lines.push(await place(id, 'EACH', email))
  await sepa.importStatement(statement(lines))
  await rig.work.tick()
  const [one, two, other] = [await outcome('one'), await outcome('two'), await outcome('other')]
  expect(sorted([one.service_fee_percent, two.service_fee_percent])).toEqual([HALF, WHOLE])
  expect(other.service_fee_percent).toBe(HALF)
})
