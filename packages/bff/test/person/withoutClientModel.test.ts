import { rowsOf } from '@cambio/server/testing/rowsOf.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SepaRig, useSepaRig } from '../bank/sepaRig.ts'
import { statement, type Line } from '../bank/statement.ts'
import { freshWallet } from '../deposit/depositRig.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { rival, shop, type Rig } from '../rig.ts'

/*
 * Random lives of orders by bank transfer, with and without a client, at two partners and from three accounts, against a
 * small model: what comes from one account for orders without a client never passes their cap in 30 days, and none waits
 * that would have fitted.
 */

let bank: SepaRig
let rig: Rig
useSepaRig((opened) => {
  bank = opened
  rig = opened.rig
})

const SEED = 20_261_125
/** Lived by `pnpm sim:properties`; `npm test` lives the first. */
const LIVES = 3
const STEPS = 14
const DAY_MS = 24 * 60 * 60 * 1_000
const CAP = 1_000
const accounts = ['NL91ABNA0417164300', 'DE75512108001245126199', 'FR1420041010050500013M02606'] as const

type Order = {
  readonly id: string
  readonly as: typeof shop
  readonly entry: string
  readonly orderId: string
  readonly account: number
  readonly eur: number
  readonly atMs: number
  isNamed: boolean
  state: 'paid' | 'passed' | 'pending' | 'back'
}

type Asked = {
  readonly account: number
  readonly eur: number
  readonly isNamed: boolean
  readonly isRivals: boolean
}

/** Hundreds of EUR. */
const anyOrder: fc.Arbitrary<Asked> = fc.record({
  account: fc.nat({ max: accounts.length - 1 }),
  eur: fc.integer({ min: 1, max: 9 }),
  isNamed: fc.boolean(),
  isRivals: fc.boolean(),
})
const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.array(anyOrder, { minLength: 1, maxLength: 4 }) },
  { weight: 2, arbitrary: fc.constant('confirm' as const) },
  { weight: 2, arbitrary: fc.constant('days' as const) },
)
const lives = fc.sample(fc.array(anyStep, { minLength: STEPS, maxLength: STEPS }), {
  numRuns: LIVES,
  seed: SEED,
})

const nowMs = () => rig.exchange.clock.now().getTime()

/** What passed from an account in the last 30 days, EUR. */
function passedFrom(orders: readonly Order[], account: number): number {
  return orders
    .filter((order) => order.account === account && order.state === 'passed')
    .filter(({ atMs }) => atMs >= nowMs() - 30 * DAY_MS)
    .reduce((sum, { eur }) => sum + eur, 0)
}

async function place(name: string, { account, eur, isNamed, isRivals }: Asked): Promise<Order> {
  const as = isRivals ? rival : shop
  const client = isNamed ? { client_email: `${name}@example.com` } : {}
  const body = { ...createBody(name), payin_group: 'sepa', dst_address: freshWallet(), ...client }
  const created = await rig.partner('POST', createPath, body, { as })
  const orderId = String(created.at('client_order_id'))
  const entry = `${orderId}~${new URL(String(created.at('redirect'))).searchParams.get('k')}`
  if (isNamed) await rig.buyerAt(entry, `${name}@example.com`)
  return { id: name, as, entry, orderId, account, eur: eur * 100, atMs: nowMs(), isNamed, state: 'paid' }
}

async function settle(): Promise<void> {
  for (const _ of [1, 2, 3]) await rig.work.tick()
}

/** Reads what became of an order. */
async function look(order: Order): Promise<Order['state']> {
  const { as } = order
  const reply = await rig.partner('GET', `/api/v2/partner/order/${order.id}`, undefined, { as })
  const status = String(reply.at('status'))
  if (status === 'processing_payout' || status === 'finished') return 'passed'
  expect([order.id, status]).toEqual([order.id, 'pending'])
  return 'pending'
}

/** Has the money of new orders come at once, and holds what became of each against the model. */
async function pay(all: Order[], fresh: readonly Order[]): Promise<void> {
  const before = accounts.map((_, account) => passedFrom(all, account))
  const lines = fresh.map(({ id, as, account, eur, orderId }): Line => {
    const iban = accounts[account] ?? null
    return { reference: `${as.apiKey}-${id}`, amount: `${eur}.00`, lines: [orderId], iban }
  })
  expect(await bank.importStatement(statement(lines))).toMatchObject({ matched: fresh.length })
  await settle()
  all.push(...fresh)
  for (const order of fresh) order.state = await look(order)
  for (const [account, passed] of before.entries()) {
    const unnamed = fresh.filter((order) => order.account === account && !order.isNamed)
    const through = unnamed.filter(({ state }) => state === 'passed').reduce((sum, { eur }) => sum + eur, 0)
    if (through > 0) expect(passed + through).toBeLessThanOrEqual(CAP)
    for (const { id, state, eur } of unnamed)
      if (state === 'pending') expect([id, passedFrom(all, account) + eur > CAP]).toEqual([id, true])
  }
  for (const { id, isNamed, state } of fresh) if (isNamed) expect([id, state]).toEqual([id, 'passed'])
}

/** Somebody confirms an address at the page of the oldest order that waits, which then goes by that client's limit. */
async function confirm(all: readonly Order[]): Promise<void> {
  const order = all.find(({ state }) => state === 'pending')
  if (!order) return
  await rig.buyerAt(order.entry, `${order.id}@example.com`)
  await settle()
  order.isNamed = true
  order.state = await look(order)
  expect([order.id, order.state]).toEqual([order.id, 'passed'])
}

test.each(
  rowsOf(
    lives.map((steps, life) => ({ life, steps })),
    ({ life }) => life === 0,
  ),
)(`life $life of payers is as the model says (SEED=${SEED})`, async ({ life, steps }) => {
  const cap = ['tariff', 'set', 'caps.sepa.unverifiedEurCents', `${CAP * 100}`]
  expect(await rig.runCommand(...cap)).toMatchObject({ ok: true })
  await rig.catalogue.refresh()
  const all: Order[] = []
  for (const [step, what] of steps.entries()) {
    if (what === 'days') {
      rig.pass(16 * DAY_MS)
      await settle()
      for (const order of all) if (order.state === 'pending') order.state = 'back'
    } else if (what === 'confirm') await confirm(all)
    else {
      const fresh = []
      for (const [index, order] of what.entries())
        fresh.push(await place(`l${life}-s${step}-${index}`, order))
      await pay(all, fresh)
    }
  }
  expect(all.length).toBeGreaterThan(0)
})
