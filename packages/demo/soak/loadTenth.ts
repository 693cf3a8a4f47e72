import { Agent } from 'node:http'
import { setTimeout as after } from 'node:timers/promises'
import { createPartner } from '@cambio/partner/client.ts'
import { contract } from '@cambio/wire/http/contract.ts'
import { create } from '../load/orderTraffic.ts'
import { post } from '../load/post.ts'
import { requestAnswer } from '../load/startProgram.ts'
import { sandboxPartner } from '../src/sandbox.ts'
import { Buyer } from '../test/Buyer.ts'
import type { Loaded, Stage } from './openStage.ts'
import { rowsOf } from './rowsOf.ts'
import { sell } from './sales.ts'

/*
 * The load: so many visits at once, each of five quotes, an order of a partner that hears callbacks, and a SALE. One SALE
 * in twenty is a buyer's, who pays by card at the exchange; of the others one in ten is declined.
 */

const CALLERS = 8
export const QUOTES_A_VISIT = 5
const BUYER_EVERY = 20
const DECLINED_EVERY = 10

/** Messages that come of each: callbacks of an order's statuses, and the notification that a hold was captured. */
const OF_AN_ORDER = 2
const OF_A_PURCHASE = 5
const OF_A_SALE = 1
/** How long the last message of a tenth may take. */
const DELIVERED_WITHIN_MS = 120_000

let visits = 0
let messages = 0

/**
 * Makes so many visits and waits until all that follows from them is done: every callback and notification is delivered
 * and every purchase is paid out.
 * @returns seconds
 * @throws Error when anything was refused, or did not come
 */
export async function loadTenth(stage: Stage, count: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS })
  const started = performance.now()
  const end = visits + count
  const purchases: Buyer[] = []
  const caller = async () => {
    while (visits < end) await visit(stage, { agent, purchases, number: (visits += 1) })
  }
  try {
    await Promise.all(Array.from({ length: CALLERS }, caller))
    await allDelivered(stage)
    for (const buyer of purchases) await buyer.until(({ status }) => status === 'finished')
  } finally {
    agent.destroy()
  }
  return (performance.now() - started) / 1_000
}

type Visit = { readonly agent: Agent; readonly purchases: Buyer[]; readonly number: number }

async function visit({ exchange, cards }: Stage, { agent, purchases, number }: Visit): Promise<void> {
  for (let quotes = 0; quotes < QUOTES_A_VISIT; quotes++) await quote(exchange.url, agent)
  await create(exchange.url, sandboxPartner, agent)
  messages += OF_AN_ORDER
  if (number % BUYER_EVERY === 0) {
    purchases.push(await buy(exchange.url, number))
    messages += OF_A_PURCHASE
  } else if (number % DECLINED_EVERY === 1) await sell(cards.url, agent, 'declined')
  else {
    await sell(cards.url, agent, 'accepted')
    messages += OF_A_SALE
  }
}

const quoteBody = JSON.stringify({
  partner_order_id: 'soak',
  payin_currency: 'EUR',
  payin_amount: '100.00',
  payout_currency: 'ETH',
})

async function quote(url: string, agent: Agent): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await post(`${url}${contract.public.fee.path}`, { agent, headers, body: quoteBody })
  if (!answer.includes('"payout_amount"')) throw new Error(`A quote was refused: ${answer}`)
}

/** A buyer goes from the widget to the charge of a card; capture and pay-out follow by themselves. */
async function buy(baseUrl: string, number: number): Promise<Buyer> {
  const { apiKey, secret } = sandboxPartner
  const partner = createPartner({ baseUrl, apiKey, secret })
  const { request_id: entry } = await partner.call(contract.partner.createRequest, { body: {} })
  const buyer = new Buyer({ baseUrl, entry, email: `soak-${number}@example.com` })
  await buyer.place('100')
  await buyer.charge(await buyer.submitCard('success'))
  return buyer
}

async function allDelivered(stage: Stage): Promise<void> {
  const late = after(DELIVERED_WITHIN_MS, 'late' as const, { ref: false })
  if ((await Promise.race([requestAnswer(stage.receiver, { wait: messages }), late])) === 'late')
    throw new Error(
      `Messages did not come within ${DELIVERED_WITHIN_MS / 1_000} seconds: ${await undelivered(stage)}.`,
    )
}

async function undelivered({ exchange, cards }: Stage): Promise<string> {
  const counted = async ({ database: { query } }: Loaded, table: string) => {
    const rows = await rowsOf<{ found: string }>(
      query,
      `select count(*) || ' ' || state as found from ${table} where state not in ('acknowledged', 'delivered') group by state`,
    )
    return rows.length === 0 ? `no ${table}` : `${table}s: ${rows.map(({ found }) => found).join(', ')}`
  }
  return `${await counted(exchange, 'callback')}, ${await counted(cards, 'notification')}`
}
