import { statement as sql } from '@cambio/server/testing/postgres/testing.ts'
import { rowsOf } from '@cambio/server/testing/rowsOf.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSepaRig, type SepaRig } from '../bank/sepaRig.ts'
import { statement, type Line } from '../bank/statement.ts'
import { freshWallet, openDepositRig, type DepositRig } from '../deposit/depositRig.ts'
import { createBody, createPath } from '../order/createOrder.ts'

/*
 * One person under many spellings of a mailbox pays by card, by bank transfer and in coins. The sandbox's caps, in 30 days
 * over all of it: 150 EUR for a card, 15,000 EUR for the others, at every level.
 */

const CARD_CENTS = 15_000n
const OTHER_CENTS = 1_500_000n

let rig: DepositRig
let bank: SepaRig
let people = 0
beforeAll(async () => {
  rig = await openDepositRig()
  bank = await openSepaRig(rig.exchangeRig)
})
afterAll(async () => {
  await rig.check()
  await rig.close()
})

/** An order of a person, whose money is yet to come. */
type Payment = { readonly orderId: string; readonly line?: Line; comes(): Promise<unknown> }

async function imported(lines: readonly Line[]): Promise<void> {
  expect(await bank.importStatement(statement(lines))).toMatchObject({ matched: lines.length })
}

/** Somebody new, whose every payment is under another spelling of their mailbox. */
function somebody() {
  people += 1
  let spellings = 0
  const email = () => `per.son${people}+${(spellings += 1)}@gmail.com`

  /** Takes an order to the bank's question whether its buyer approves. */
  async function byCard(amount: string): Promise<Payment> {
    const fixed = { dst_address: freshWallet() }
    const order = await rig.exchangeRig.placeOrder({ amount, email: email(), fixed })
    await rig.charge(order, 'challenged')
    const { orderId } = order
    const [attempt] = await rig.attempts(orderId)
    return { orderId, comes: async () => rig.card.becomes(attempt?.platformOrderId ?? '', 'settled') }
  }

  async function byTransfer(amount: string): Promise<Payment> {
    const terms = {
      payin_group: 'sepa',
      payin_amount: '20.00',
      dst_address: freshWallet(),
      client_email: email(),
    }
    const created = await rig.partner('POST', createPath, {
      ...createBody(`t-${rig.exchange.random.token(64)}`),
      ...terms,
    })
    const orderId = String(created.at('client_order_id'))
    const line = { reference: `L-${orderId}`, amount, lines: [orderId] }
    return {
      orderId,
      line,
      comes: () => imported([line]),
    }
  }

  /** By coins that are worth 3,000 EUR each. */
  async function inCoins(payin_amount: string): Promise<Payment> {
    const { orderId, address } = await rig.placeOrder({
      payin_amount,
      dst_address: freshWallet(),
      client_email: email(),
    })
    return {
      orderId,
      comes: () => rig.pay(address, payin_amount),
    }
  }
  return { byCard, byTransfer, inCoins }
}

/** What was let pass of orders, EUR cents, by their way to pay. */
async function passed(payments: readonly Payment[]): Promise<Map<string, bigint>> {
  const rows = await rig.query<{ payin_group: string; cents: bigint }>(
    sql(
      `select payin_group, sum(payin_eur_units)::int8 as cents from orders
      where id = any($1) and payout_id is not null group by payin_group`,
      payments.map(({ orderId }) => orderId),
    ),
  )
  return new Map(rows.map(({ payin_group, cents }) => [payin_group, cents]))
}

async function settle(): Promise<void> {
  await rig.settle()
  rig.pass(301_000)
  await rig.settle()
}

test('an order that waits because of what the person paid in elsewhere goes on once its client is verified', async () => {
  const person = somebody()
  const payments = [await person.byTransfer('9000.00'), await person.byTransfer('9000.00')]
  for (const payment of payments) await payment.comes()
  await settle()
  const orders = await rig.query<{ id: string; status: string; substatus: string; limit_url: string }>(
    sql(
      'select id, status, substatus, limit_url from orders where id = any($1) and payout_id is null',
      payments.map(({ orderId }) => orderId),
    ),
  )
  expect(orders).toMatchObject([{ status: 'pending', substatus: 'proof_pending' }])
  const page = new URL(String(orders[0]?.limit_url)).pathname
  expect((await rig.send('POST', page, { body: 'decision=approve' })).status).toBe(200)
  await settle()
  expect([...(await passed(payments)).values()]).toEqual([1_800_000n])
})

describe('two orders of 9,000 EUR of one person, under two spellings of a mailbox', () => {
  // Two transfers also come where the buyer is verified in the end.
  const ways = rowsOf(['byTransfer', 'inCoins'] as const, (way) => way === 'inCoins')

  test.each(ways)('only one of two orders of 9,000 EUR buys when both are paid %s', async (way) => {
    const person = somebody()
    const amount = way === 'byTransfer' ? '9000.00' : '3'
    const payments = [await person[way](amount), await person[way](amount)]
    for (const payment of payments) await payment.comes()
    await settle()
    expect([...(await passed(payments)).values()]).toEqual([900_000n])
  })

  test('only one of two orders of 9,000 EUR buys when one is paid by transfer and one in coins', async () => {
    const person = somebody()
    const payments = [await person.byTransfer('9000.00'), await person.inCoins('3')]
    for (const payment of payments) await payment.comes()
    await settle()
    expect([...(await passed(payments)).values()]).toEqual([900_000n])
  })
})

/**
 * Each way comes first, second and last once; in `npm test` the card comes first and last. Random lives of such people are
 * in the model of orders.
 */
const turns = rowsOf(
  [
    ['card', 'transfer', 'coins'],
    ['transfer', 'coins', 'card'],
    ['coins', 'card', 'transfer'],
  ] as const,
  (ways) => ways[1] !== 'card',
)

/** Two cards of 150 EUR, two transfers of 9,000 and two times coins for 9,000. */
async function six() {
  const person = somebody()
  return {
    card: [await person.byCard('150.00'), await person.byCard('150.00')],
    transfer: [await person.byTransfer('9000.00'), await person.byTransfer('9000.00')],
    coins: [await person.inCoins('3'), await person.inCoins('3')],
  }
}

function expectWithin(by: ReadonlyMap<string, bigint>): void {
  const all = [...by.values()].reduce((sum, cents) => sum + cents, 0n)
  expect(by.get('card') ?? 0n).toBeLessThanOrEqual(CARD_CENTS)
  expect(all).toBeLessThanOrEqual(OTHER_CENTS)
  expect(all).toBeGreaterThan(0n)
}

test.each(turns)(
  'money of one person that comes by %s, then %s, then %s stays within the caps',
  async (...ways) => {
    const payments = await six()
    for (const way of ways) {
      for (const payment of payments[way]) await payment.comes()
      await settle()
    }
    const by = await passed(Object.values(payments).flat())
    expectWithin(by)
    // A card's cap is used up by what came before it, whatever the way.
    expect(by.get('card') ?? 0n).toBe(ways[0] === 'card' ? CARD_CENTS : 0n)
  },
)

test('money of one person that comes by every way at once stays within the caps', async () => {
  const payments = Object.values(await six()).flat()
  const lines = payments.flatMap(({ line }) => line ?? [])
  const others = payments.filter(({ line }) => line === undefined)
  await Promise.all([imported(lines), ...others.map((payment) => payment.comes())])
  await settle()
  expectWithin(await passed(payments))
})
