import { silentLog } from '@cambio/server/log.ts'
import { createMetrics } from '@cambio/server/metrics.ts'
import type { Database } from '@cambio/server/postgres/Database.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { workDue } from '@cambio/server/work/due.ts'
import { needs } from '@cambio/server/work/needs.ts'
import { expect } from 'vitest'
import { cardsApp } from '../../src/http/cardsApp.ts'
import type { Post } from '../../src/notification/httpPost.ts'
import { questions } from '../../src/store/statusQuestions.ts'
import { cardsNeeds } from '../../src/work/cardsNeeds.ts'
import { platformWork } from '../../src/work/platformWork.ts'
import { saleFields, type Fields, type Rig } from '../rig.ts'
import { openShop, type Shop } from '../shop.ts'

export const success = { card_exp_month: '01', card_exp_year: '2038' }
const noCard = { card_number: '', card_exp_month: '', card_exp_year: '' }

/**
 * Every kind of SALE up to its end, what is asked about it, and the news of it, the first of which are not taken.
 * @param input.name begins the names of its orders
 * @param input.database what the platform has as its database meanwhile
 */
export async function liveThrough(
  rig: Rig,
  { name, database }: { name: string; database: Database },
): Promise<void> {
  const platform = { ...rig.platform, query: database.query }
  const app = cardsApp(
    { platform, metrics: createMetrics({ program: 'cards' }), frame: null },
    { trustedProxies: [], limitsFactor: 1000, sandbox: true },
  )
  let posts = 0
  const post: Post = async () => ({ status: (posts += 1) <= 2 ? 500 : 200, text: 'OK' })
  const work = platformWork({ platform, database, post }, { retryFactor: 1 })
  const request = rig.app.request.bind(rig.app)
  rig.app.request = app.request.bind(app)
  try {
    const transIds = await sellEveryWay(rig, { shop: openShop({ ...rig, platform }), name })
    await sellAtOnce(rig, name)
    for (let minute = 0; minute < 20; minute++) {
      await work.tick()
      rig.pass(60_000)
    }
    const [first = ''] = transIds
    for (const action of ['GET_TRANS_STATUS', 'GET_TRANS_DETAILS'])
      expect((await rig.followUp(action, first)).body).toMatchObject({ status: 'SETTLED' })
    expect((await rig.followUp('GET_TRANS_STATUS_BY_ORDER', `${name}-token`)).body).toMatchObject({
      status: 'SETTLED',
    })
    await rig.followUp('CREDITVOID', first, { amount: '10.00' })
    await work.tick()
    expect(await statesOf(rig, transIds)).toEqual(['settled'])
    expect(posts).toBeGreaterThan(transIds.length)
    await needs({ database, log: silentLog }, { everyMs: 1_000, needs: cardsNeeds }).work()
    await leaseIdle(rig, database)
  } finally {
    rig.app.request = request
  }
}

/** Leases from the tables that have nothing due, as each program's loops do when a notification wakes them. A tick does not. */
async function leaseIdle({ platform: { clock, random, log } }: Rig, database: Database): Promise<void> {
  const pace = { channel: 'none', leaseMs: 10_000, batch: 20, concurrency: 8, work: async () => {} }
  for (const table of [{ table: 'transaction', key: 'id' }, questions])
    expect(await workDue({ database, clock, random, log }, { ...pace, ...table }).tick()).toBe(0)
}

/** SALEs that come at once: the first is written by itself, the others together. */
async function sellAtOnce(rig: Rig, name: string): Promise<void> {
  const orders = [1, 2, 3].map((number) => rig.sale({ order_id: `${name}-at-once-${number}`, ...success }))
  for (const { body } of await Promise.all(orders)) expect(body).toMatchObject({ result: 'SUCCESS' })
}

/** @returns the trans_ids of the payments that succeed */
async function sellEveryWay(rig: Rig, { shop, name }: { shop: Shop; name: string }): Promise<string[]> {
  const sell = async (fields: Fields, result: string) => {
    const { body } = await rig.send(saleFields(fields))
    expect(body).toMatchObject({ result })
    return body
  }
  const numberOrder = { order_id: `${name}-number`, req_token: 'Y' }
  const byNumber = await sell(numberOrder, 'SUCCESS')
  expect((await sell(numberOrder, 'SUCCESS')).trans_id).toBe(byNumber.trans_id)
  const order = { order_id: `${name}-again` }
  await sell({ ...order, card_exp_month: '02' }, 'DECLINED')
  const again = await sell(order, 'SUCCESS')
  const token = String(byNumber['card_token'])
  const byToken = await sell({ ...noCard, order_id: `${name}-token`, card_token: token }, 'SUCCESS')
  const handed = await shop.handedIn(success)
  const byFields = { ...noCard, order_id: `${name}-fields`, card_token: handed, card_cvv2: '' }
  const typed = await sell(byFields, 'SUCCESS')
  const challenged = await rig.send(saleFields({ order_id: `${name}-3ds`, card_exp_month: '05' }))
  await shop.decide(challenged)
  return [byNumber, again, byToken, typed, challenged.body].map(({ trans_id }) => trans_id)
}

async function statesOf(rig: Rig, transIds: readonly string[]): Promise<string[]> {
  const rows = await rig.owner.query<{ state: string }>(
    statement('select distinct state from transaction where id = any ($1)', transIds),
  )
  return rows.map(({ state }) => state)
}
