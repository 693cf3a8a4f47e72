import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Plan, TypedCard } from './cardDouble.ts'
import { openFencedRig, refusalIn, type FencedRig } from './fencedRig.ts'

/* Whoever tries cards is stopped by what the banks declined, whichever way the tries are spread. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let rig: FencedRig
beforeAll(async () => {
  rig = await openFencedRig()
})
afterAll(() => rig.close())
/** What one test's declines are is no business of the next. */
afterEach(() => rig.pass(25 * HOUR_MS))

let serial = 0
type Charge = { email?: string; from?: string; plan?: Plan; card?: TypedCard }

/** The order that a buyer may still try cards on: one takes three. */
const open = new Map<
  string,
  { order: Awaited<ReturnType<FencedRig['placeOrder']>>; triesLeft: number; until: number }
>()

async function orderOf(email: string) {
  const now = rig.exchange.clock.now().getTime()
  const started = open.get(email)
  if (started && started.triesLeft > 0 && now < started.until) {
    started.triesLeft -= 1
    return started.order
  }
  const order = await rig.placeOrder({ email })
  open.set(email, { order, triesLeft: 2, until: now + 50_000 })
  return order
}

/** Charges a card ten seconds after the last charge. What `input` leaves out differs from every other charge. */
async function charge(input: Charge): Promise<Response> {
  serial += 1
  const { email = `tester-${serial}@example.com`, from = `203.0.${serial >> 8}.${serial % 256}` } = input
  const order = await rig.prepareCharge(await orderOf(email), input.plan ?? 'declined', input.card)
  rig.pass(10_000)
  return rig.chargeFrom(order, from)
}

async function decline(times: number, input: (count: number) => Charge): Promise<void> {
  for (let count = 0; count < times; count++) expect((await charge(input(count))).status).toBe(200)
}

const exceeded = [429, 'velocity_exceeded', true]
const cardOf = (count: number): TypedCard => ({
  fingerprint: `card-${count}`,
  mask: `4000${count % 90}******0000`,
})

test('a buyer with ten declines in an hour gets no form and no attempt, whatever card and address they use', async () => {
  const email = 'one@example.com'
  await decline(10, (count) => ({ email, card: cardOf(count) }))
  const sales = rig.card.sales.length
  expect(await refusalIn(await charge({ email, card: cardOf(11), plan: 'held' }))).toEqual(exceeded)
  const order = await rig.placeOrder({ email })
  expect(await refusalIn(await rig.openForm(order, '192.0.2.1'))).toEqual(exceeded)
  expect(rig.card.sales).toHaveLength(sales)
  expect(await rig.attempts(order.orderId)).toEqual([])
  expect((await charge({ plan: 'held' })).status).toBe(200)
})

test('a refusal for too many declines says when to try again, and then a try is accepted', async () => {
  const email = 'again@example.com'
  await decline(10, () => ({ email }))
  const order = await rig.placeOrder({ email })
  const refused = await rig.openForm(order, '192.0.2.1')
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBe(3_600 - 9 * 10)
  rig.pass((seconds - 1) * 1_000)
  expect((await rig.openForm(order, '192.0.2.1')).status).toBe(429)
  rig.pass(1_000)
  expect((await rig.openForm(await rig.placeOrder({ email }), '192.0.2.1')).status).toBe(200)
})

test('a card with six declines in an hour is refused to every buyer, unless it is a published test card', async () => {
  const card = { fingerprint: 'shared', mask: '545454******5454' }
  await decline(6, () => ({ card }))
  expect(await refusalIn(await charge({ card, plan: 'held' }))).toEqual(exceeded)
  await decline(7, () => ({}))
})

describe('many declines', () => {
  /** Writes as many declines of the last hour as that many charges would have left. */
  async function fillDeclines(count: number, columns: Readonly<Record<string, string>>): Promise<void> {
    const { orderId } = await rig.placeOrder()
    const at = rig.exchange.clock.now()
    await rig.query(
      statement(
        `insert into attempt (order_id, number, platform_order_id, session_id, card_mask, card_key, network, payer_ip,
           return_to, opened_at, state, trans_id, reason)
         select $1, n, $1 || '-' || n, $1 || 'form' || n, $2, $1 || n, $3, '192.0.2.1', 'top', $4, 'declined', 't', 'Do not honor'
         from generate_series(1, $5::int) n`,
        orderId,
        columns['mask'] ?? '400000******0000',
        columns['network'] ?? 'elsewhere',
        at,
        count,
      ),
    )
  }

  test('many declines from one network stop that network alone', async () => {
    await fillDeclines(100, { network: '2001:db8:0:1' })
    expect(await refusalIn(await charge({ from: '2001:db8:0:1::7', plan: 'held' }))).toEqual(exceeded)
    expect((await charge({ from: '2001:db8:0:2::7', plan: 'held' })).status).toBe(200)
  })

  test('many declines of one issuer’s cards stop that issuer’s cards alone', async () => {
    await fillDeclines(60, { mask: '535353******1111' })
    const card = { fingerprint: 'another', mask: '535353******2222' }
    expect(await refusalIn(await charge({ card, plan: 'held' }))).toEqual(exceeded)
    const others = { fingerprint: 'other', mask: '535354******2222' }
    expect((await charge({ card: others, plan: 'held' })).status).toBe(200)
  })
})

test('a buyer with twenty declines in a day is refused', async () => {
  const email = 'patient@example.com'
  for (let hours = 0; hours < 2; hours++) {
    await decline(10, () => ({ email }))
    rig.pass(2 * HOUR_MS)
  }
  expect(await refusalIn(await charge({ email, plan: 'held' }))).toEqual(exceeded)
})

test('a declined answer tells no reason after the third decline of a buyer or of a card', async () => {
  const reasonOf = async (input: Charge) => {
    const { order } = (await (await charge(input)).json()) as {
      order: { attempt: { state: string; decline_reason: string | null } }
    }
    expect(order.attempt.state).toBe('declined')
    return order.attempt.decline_reason
  }
  const bankReason = 'Insufficient funds'
  const email = 'curious@example.com'
  const card = { fingerprint: 'probed', mask: '400000******9999' }
  for (let count = 0; count < 3; count++) expect(await reasonOf({ email })).toBe(bankReason)
  expect(await reasonOf({ email })).toBeNull()
  for (let count = 0; count < 3; count++) expect(await reasonOf({ card })).toBe(bankReason)
  expect(await reasonOf({ card })).toBeNull()
  expect(await reasonOf({})).toBe(bankReason)
})

test('an order that ends after three declines tells no reason either, which the operator reads', async () => {
  const email = 'persistent@example.com'
  await decline(3, () => ({ email }))
  const order = await rig.placeOrder({ email })
  for (let tries = 0; tries < 3; tries++) {
    await rig.chargeFrom(await rig.prepareCharge(order, 'declined'), '192.0.2.77')
    rig.pass(10_000)
  }
  const view = await rig.widget('GET', order.path, undefined, order.session)
  expect(view.at('order')).toMatchObject({ status: 'error', error_message: 'Declined' })
  expect(await rig.attempts(order.orderId)).toMatchObject([{}, {}, { reason: 'Insufficient funds' }])
  const sent = await rig.partner('GET', `/api/v2/partner/order/${order.entry}`)
  const declined = { result: 'declined', decline_reason: null }
  expect(sent.body).toMatchObject({ attempts: [declined, declined, declined] })
})
