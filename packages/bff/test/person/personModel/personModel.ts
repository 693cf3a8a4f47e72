import { statement as sql } from '@cambio/server/testing/postgres/testing.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRig, rival, shop, type Rig } from '../../rig.ts'

/*
 * Random lives of a few people, each under many spellings of a mailbox, at two partners, whose cards are confirmed in any
 * order and at once. Whatever comes between: nobody passes their cap, and a free first order is given once a person and
 * partner.
 */

const LONGEST_MS = 60_000
const CAP_EUR_CENTS = 15_000n
const partners = [shop, rival] as const
const amounts = ['30.00', '60.00', '75.00', '150.00'] as const

type Order = {
  readonly person: number
  readonly orderId: string
  readonly platformOrderId: string
  readonly path: string
  readonly session: string
}
type Step = readonly ['place' | 'confirm' | 'confirm_all' | 'accept' | 'work', number, number]

const anyStep = fc.tuple(
  fc.constantFrom(
    'place' as const,
    'place' as const,
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
  let people = 0
  beforeAll(async () => {
    rig = await openRig()
    for (const partner of partners) await rig.ensurePartner({ ...partner, firstOrderFree: true })
  })
  afterAll(() => rig.close())

  test(
    `no interleaving passes a person’s cap, or gives a free first order twice (SEED=${seed})`,
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(anyStep, { minLength: 6, maxLength: 14 }), async (steps) => {
          people += 2
          const orders: Order[] = []
          for (const step of steps) await take(rig, people, orders, step)
          await confirm(rig, orders)
          await rig.work.tick()
          await expectWithin(rig, orders)
        }),
        { numRuns: sequences, seed, endOnFailure: true },
      ),
    LONGEST_MS * Math.max(1, sequences / 5),
  )
}

async function take(rig: Rig, people: number, orders: Order[], [verb, one, other]: Step): Promise<void> {
  switch (verb) {
    case 'place': {
      const placed = await place(rig, people + (one % 2), one, other)
      if (placed) orders.push(placed)
      return
    }
    case 'confirm':
      return confirm(
        rig,
        orders.filter((_, index) => index === one % orders.length),
      )
    case 'confirm_all':
      return confirm(rig, orders)
    case 'accept':
      for (const order of orders)
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
  const session = await rig.buyerAt(entry, `per.son${person}+${one % 7}@gmail.com`)
  const quote = await rig.widget('POST', `${path}/quote`, terms, session)
  const dst_address = `0x${(person * 100 + (one % 5) + 1).toString(16).padStart(40, 'e')}`
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
    ? { person, orderId, platformOrderId: attempt.platformOrderId, path, session }
    : undefined
}

/** The bank confirms payments, and the exchange hears of all of them at once. */
async function confirm(rig: Rig, orders: readonly Order[]): Promise<void> {
  for (const { platformOrderId } of orders) rig.card.becomes(platformOrderId, 'settled')
  rig.pass(301_000)
  await rig.work.tick()
}

async function expectWithin(rig: Rig, orders: readonly Order[]): Promise<void> {
  const rows = await rig.query<{ id: string; partner_id: string; cents: bigint; fee: bigint }>(
    sql(
      `select id, partner_id, payin_eur_units as cents, margin_fee_units as fee from orders
      where id = any($1) and payout_id is not null`,
      orders.map(({ orderId }) => orderId),
    ),
  )
  for (const [person, own] of Map.groupBy(orders, ({ person }) => person)) {
    const bought = rows.filter(({ id }) => own.some(({ orderId }) => orderId === id))
    const cents = bought.reduce((sum, row) => sum + row.cents, 0n)
    expect([person, cents <= CAP_EUR_CENTS, cents]).toEqual([person, true, cents])
    for (const given of Map.groupBy(bought, (row) => row.partner_id).values())
      expect(given.filter(({ fee }) => fee === 0n).length).toBeLessThanOrEqual(1)
  }
}
