import { statement as sql } from '@cambio/server/testing/postgres/testing.ts'
import { expect } from 'vitest'
import { createBody, createPath } from '../createOrder.ts'
import { work, type OrderWorld } from './OrderWorld.ts'

/** A card order of somebody who has a client of another spelling of their mailbox for each of their orders. */
export type SpelledOrder = {
  /** What is the same in all spellings. */
  readonly mailbox: string
  readonly orderId: string
  /** Null where the exchange did not let the card be charged. */
  readonly platformOrderId: string | null
  readonly cents: bigint
}

/** What happens to people who spell their mailboxes in many ways: numbers choose who and what. */
export type PeopleStep = { readonly step: keyof typeof steps; readonly who: number; readonly other: number }

/** Of a person who has shown nothing but an e-mail and a payer's details, in 30 days. */
const CAP_CENTS = 15_000n
const PEOPLE = 2
const amounts = ['60.00', '75.00', '150.00', '30.00'] as const
const MOST_ASKED_AFTER_MS = 301_000

const steps = { buy, buyAtOnce, confirm }
export const peopleSteps = Object.keys(steps) as readonly (keyof typeof steps)[]

/** Takes a step, after which nobody has bought for more than their cap. @param town is in the name of all its people */
export async function takePeopleStep(
  world: OrderWorld,
  town: string,
  { step, who, other }: PeopleStep,
): Promise<void> {
  await steps[step](world, { mailbox: `${lettersOf(town)}.${who % PEOPLE === 0 ? 'ada' : 'bob'}`, other })
  await expectWithinCaps(world)
}

type Taken = {
  readonly mailbox: string
  readonly other: number
  /** Which order of all these people it is. */
  readonly number?: number
}

/** An order is placed, and its card is held, or its bank asks. */
async function buy(
  world: OrderWorld,
  { mailbox, other, number = world.spelled.length }: Taken,
): Promise<void> {
  const { rig, spelled } = world
  const id = `${mailbox}-${number}`.replace('.', '-')
  const amount = amounts[other % amounts.length] ?? '60.00'
  const created = await rig.partner('POST', createPath, { ...createBody(id), payin_amount: amount })
  const page = new URL(String(created.at('redirect')))
  const orderId = String(created.at('client_order_id'))
  const entry = `${orderId}~${page.searchParams.get('k')}`
  const session = await rig.buyerAt(entry, `${mailbox}+${number}@gmail.com`)
  await rig.charge({ path: `/api/widget/${entry}`, session }, other % 3 === 0 ? 'held' : 'challenged')
  const platformOrderId = (await rig.attempts(orderId)).at(-1)?.platformOrderId ?? null
  spelled.push({ mailbox, orderId, platformOrderId, cents: BigInt(amount.replace('.', '')) })
}

/** Buys by two orders side by side. */
async function buyAtOnce(world: OrderWorld, taken: Taken): Promise<void> {
  const number = world.spelled.length
  await Promise.all([
    buy(world, { ...taken, number }),
    buy(world, { ...taken, number: number + 1, other: taken.other + 1 }),
  ])
}

/** Every bank that asked says yes, and two processes hear of all of them at once. */
async function confirm(world: OrderWorld): Promise<void> {
  const { rig, spelled } = world
  for (const { platformOrderId } of spelled) {
    if (platformOrderId === null) continue
    rig.card.becomes(platformOrderId, 'settled')
    await rig.stores.inbox.file({ source: 'card', reference: platformOrderId })
  }
  await work(world)
}

/** Every bank says yes, and all hear of it. Those who stay within their cap in all get all they asked for. */
export async function settlePeople(world: OrderWorld): Promise<void> {
  await confirm(world)
  world.rig.pass(MOST_ASKED_AFTER_MS)
  await work(world)
  const bought = await expectWithinCaps(world)
  for (const [mailbox, orders] of Map.groupBy(world.spelled, (order) => order.mailbox)) {
    const asked = orders.reduce((sum, { cents }) => sum + cents, 0n)
    if (asked <= CAP_CENTS) expect([mailbox, bought.get(mailbox)]).toEqual([mailbox, asked])
  }
}

/** @returns for how much each has bought, EUR cents */
async function expectWithinCaps({ rig, spelled }: OrderWorld): Promise<ReadonlyMap<string, bigint>> {
  const ids = spelled.map(({ orderId }) => orderId)
  const rows = await rig.query<{ id: string; cents: bigint }>(
    sql('select id, payin_eur_units as cents from orders where id = any($1) and payout_id is not null', ids),
  )
  const bought = new Map<string, bigint>()
  for (const { id, cents } of rows) {
    const mailbox = spelled.find(({ orderId }) => orderId === id)?.mailbox ?? ''
    bought.set(mailbox, (bought.get(mailbox) ?? 0n) + cents)
  }
  for (const [mailbox, cents] of bought)
    expect([mailbox, cents, cents <= CAP_CENTS]).toEqual([mailbox, cents, true])
  return bought
}

/** Two numbers in a row could be a birth date or a card. */
function lettersOf(text: string): string {
  return text.replaceAll(/[^a-z]/g, (sign) => (/\d/.test(sign) ? ('abcdefghij'[Number(sign)] ?? '') : ''))
}
