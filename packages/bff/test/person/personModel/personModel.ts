import { statement as sql } from '@cambio/server/testing/postgres/testing.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSepaRig, type SepaRig } from '../../bank/sepaRig.ts'
import { statement, type Line } from '../../bank/statement.ts'
import { createBody, createPath } from '../../order/createOrder.ts'
import { openRig, rival, shop, type Rig } from '../../rig.ts'

/*
 * Random lives of a few people, each under many spellings of a mailbox, at two partners, whose cards are confirmed and
 * whose bank transfers come in any order and at once. Whatever comes between: nobody passes their caps, and a free first
 * order is given once a person and partner.
 */

const LONGEST_MS = 60_000
/** Of cards, and of everything, in 30 days. */
const CARD_CAP_CENTS = 15_000n
const CAP_CENTS = 1_500_000n
const partners = [shop, rival] as const
const amounts = ['30.00', '60.00', '75.00', '150.00'] as const
const transferred = ['9000.00', '40.00', '6500.00', '120.00'] as const

type Order = { readonly person: number; readonly orderId: string } & (
  | {
      readonly by: 'card'
      readonly platformOrderId: string
      readonly path: string
      readonly session: string
    }
  | { readonly by: 'transfer'; readonly line: Line }
)
type Step = readonly ['place' | 'transfer' | 'confirm' | 'confirm_all' | 'accept' | 'work', number, number]

const anyStep = fc.tuple(
  fc.constantFrom(
    'place' as const,
    'place' as const,
    'transfer' as const,
    'confirm' as const,
    'confirm_all' as const,
    'accept' as const,
    'work' as const,
  ),
  fc.nat(),
  fc.nat(),
)

/** @param input.part tells one call from another, which draws others */
export function personModel({ sequences, part = 0 }: { sequences: number; part?: number }): void {
  const seed = Number(process.env['SEED'] ?? 1) + part
  let rig: Rig
  let bank: SepaRig
  let people = 0
  beforeAll(async () => {
    rig = await openRig()
    bank = await openSepaRig(rig)
    for (const partner of partners) await rig.ensurePartner({ ...partner, firstOrderFree: true })
  })
  afterAll(() => bank.close())

  test(
    `no interleaving passes a person’s caps, or gives a free first order twice (SEED=${seed})`,
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(anyStep, { minLength: 6, maxLength: 14 }), async (steps) => {
          people += 2
          const orders: Order[] = []
          for (const step of steps) await take(bank, people, orders, step)
          await confirm(bank, orders)
          await rig.work.tick()
          await expectWithin(rig, orders)
        }),
        { numRuns: sequences, seed, endOnFailure: true },
      ),
    LONGEST_MS * Math.max(1, sequences / 5),
  )
}

async function take(bank: SepaRig, people: number, orders: Order[], [verb, one, other]: Step): Promise<void> {
  const { rig } = bank
  switch (verb) {
    case 'place': {
      const placed = await place(rig, people + (one % 2), one, other)
      if (placed) orders.push(placed)
      return
    }
    case 'transfer':
      orders.push(await byTransfer(rig, people + (one % 2), one, other))
      return
    case 'confirm':
      return confirm(
        bank,
        orders.filter((_, index) => index === one % orders.length),
      )
    case 'confirm_all':
      return confirm(bank, orders)
    case 'accept':
      for (const order of orders)
        if (order.by === 'card')
          await rig.widget('POST', `${order.path}/price`, { answer: 'accept' }, order.session)
      return rig.work.tick().then(() => undefined)
    case 'work':
      rig.pass(15_000)
      await rig.work.tick()
  }
}

/** Takes an order to the bank's question whether its buyer approves; undefined where it is not let as far. */
async function place(rig: Rig, person: number, one: number, other: number): Promise<Order | undefined> {
  const as = other % 2 === 0 ? shop : rival
  const payin_amount = amounts[other % amounts.length]
  const terms = {
    payin_currency: 'EUR',
    payin_group: 'card',
    payin_amount,
    payout_currency: 'ETH',
    payout_group: 'crypto',
  }
  const opened = await rig.partner('POST', '/api/v2/partner/create_request', terms, { as })
  const entry = String(opened.at('request_id'))
  const path = `/api/widget/${entry}`
  const session = await rig.buyerAt(entry, mailboxOf(person, one))
  const quote = await rig.widget('POST', `${path}/quote`, terms, session)
  const dst_address = walletOf(person, one)
  const placed = await rig.widget(
    'POST',
    `${path}/order`,
    { quote_id: quote.at('quote_id'), dst_address },
    session,
  )
  if (placed.status !== 200) return undefined
  const charged = await rig.charge({ path, session }, 'challenged')
  const orderId = String(placed.at('order.client_order_id'))
  const [attempt] = await rig.attempts(orderId)
  return charged.status === 200 && attempt
    ? { by: 'card', person, orderId, platformOrderId: attempt.platformOrderId, path, session }
    : undefined
}

/** Has a partner make an order that its client pays by bank transfer: of more or less than was said. */
async function byTransfer(rig: Rig, person: number, one: number, other: number): Promise<Order> {
  const as = other % 2 === 0 ? shop : rival
  const created = await rig.partner(
    'POST',
    createPath,
    {
      ...createBody(`t-${rig.exchange.random.token(64)}`),
      payin_group: 'sepa',
      dst_address: walletOf(person, one),
      client_email: mailboxOf(person, one),
    },
    { as },
  )
  const orderId = String(created.at('client_order_id'))
  const amount = transferred[other % transferred.length] ?? '40.00'
  return { by: 'transfer', person, orderId, line: { reference: `L-${orderId}`, amount, lines: [orderId] } }
}

function mailboxOf(person: number, one: number): string {
  return `per.son${person}+${one % 7}@gmail.com`
}

function walletOf(person: number, one: number): string {
  return `0x${(person * 100 + (one % 5) + 1).toString(16).padStart(40, 'e')}`
}

/** The banks confirm payments, and the exchange hears of all of them at once. */
async function confirm(bank: SepaRig, orders: readonly Order[]): Promise<void> {
  const { rig } = bank
  const lines: Line[] = []
  for (const order of orders)
    if (order.by === 'card') rig.card.becomes(order.platformOrderId, 'settled')
    else lines.push(order.line)
  rig.pass(301_000)
  const imported = lines.length > 0 ? bank.importStatement(statement(lines)) : undefined
  await Promise.all([imported, rig.work.tick()])
  await rig.work.tick()
}

async function expectWithin(rig: Rig, orders: readonly Order[]): Promise<void> {
  const rows = await rig.query<Bought>(
    sql(
      `select id, partner_id, payin_group, payin_eur_units as cents, margin_fee_units as fee from orders
      where id = any($1) and payout_id is not null`,
      orders.map(({ orderId }) => orderId),
    ),
  )
  for (const [person, own] of Map.groupBy(orders, ({ person }) => person)) {
    const bought = rows.filter(({ id }) => own.some(({ orderId }) => orderId === id))
    const all = centsOf(bought)
    const byCard = centsOf(bought.filter(({ payin_group }) => payin_group === 'card'))
    expect([person, all, byCard, all <= CAP_CENTS && byCard <= CARD_CAP_CENTS]).toEqual([
      person,
      all,
      byCard,
      true,
    ])
    for (const given of Map.groupBy(bought, (row) => row.partner_id).values())
      expect(given.filter(({ fee }) => fee === 0n).length).toBeLessThanOrEqual(1)
  }
}

type Bought = {
  readonly id: string
  readonly partner_id: string
  readonly payin_group: string
  readonly cents: bigint
  readonly fee: bigint
}

function centsOf(bought: readonly Bought[]): bigint {
  return bought.reduce((sum, { cents }) => sum + cents, 0n)
}
