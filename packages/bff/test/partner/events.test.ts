import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { codeOf, confirm, creditBalance, registerBalanceClient, withdraw } from '../balance/balanceRig.ts'
import { statusAndCode } from '../http/statusAndCode.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, rival, shop, type Rig } from '../rig.ts'

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

const DAY_MS = 24 * 60 * 60 * 1_000
const Feed = z.object({
  data: z.array(
    z.object({ id: z.int(), callback_id: z.string(), created_at: z.string(), callback: z.unknown() }),
  ),
  next_after: z.int(),
})

async function read(query = '', as = shop) {
  return Feed.parse((await rig.partner('GET', `/api/v2/partner/events${query}`, undefined, { as })).body)
}

const create = (id: string, as = shop) => rig.partner('POST', createPath, createBody(id), { as })

describe('the feed of events', () => {
  test('the feed has every callback as it was sent, oldest first, and none of another partner’s', async () => {
    await create('first')
    await create('of-rival', rival)
    const order = await rig.placeOrder()
    await rig.charge(order, 'held')
    await rig.settle()
    const { data, next_after } = await read()
    const own = rig.deliveries.filter(({ secret }) => secret === shop.callbackSecret)
    expect(own.length).toBeGreaterThan(3)
    expect(data.map(({ callback_id }) => callback_id).toSorted()).toEqual(own.map(({ id }) => id).toSorted())
    const bodyOf = new Map(own.map(({ id, body }) => [id, JSON.parse(body) as unknown]))
    for (const { callback_id, callback } of data) expect(callback).toEqual(bodyOf.get(callback_id))
    const ids = data.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((one, other) => one - other))
    expect(data.map(({ created_at }) => Number(created_at))).toEqual(
      data.map(({ created_at }) => Number(created_at)).toSorted((one, other) => one - other),
    )
    expect(next_after).toBe(ids.at(-1))
    expect((await read('', rival)).data).toHaveLength(3)
  })

  test('the feed is read page by page, and goes on where a reader left it', async () => {
    for (const id of ['a', 'b', 'c']) await create(id)
    const all = (await read()).data.map(({ id }) => id)
    const pages: number[] = []
    for (let after = 0; ;) {
      const { data, next_after } = await read(`?after=${after}&limit=2`)
      if (data.length === 0) break
      expect(data.length).toBeLessThanOrEqual(2)
      pages.push(...data.map(({ id }) => id))
      after = next_after
    }
    expect(pages).toEqual(all)
    await create('d')
    const newest = await read(`?after=${all.at(-1)}`)
    expect(newest.data.map(({ callback }) => callback)).toEqual([
      expect.objectContaining({
        client_order: expect.objectContaining({ partner_order_id: 'd', status: 'payin_pending' }),
      }),
      expect.objectContaining({
        client_order: expect.objectContaining({ partner_order_id: 'd', status: 'processing' }),
      }),
    ])
    expect(await read(`?after=${newest.next_after}`)).toEqual({ data: [], next_after: newest.next_after })
  })

  test('the feed has a withdrawal’s code event without its code, at its place', async () => {
    const client = await registerBalanceClient(rig, 'saver')
    await creditBalance(rig, client.id, 10n ** 18n)
    const { body } = await withdraw(rig, 'out', client.email)
    const { uuid } = z.object({ uuid: z.string() }).parse(body)
    const code = await codeOf(rig, uuid)
    await confirm(rig, uuid, code)
    const answer = await rig.partner('GET', '/api/v2/partner/events')
    const [first, ...others] = Feed.parse(answer.body).data
    expect(first?.callback).toEqual({
      type: 'withdrawal_code',
      version: 2,
      withdrawal: {
        client_order_id: expect.any(String),
        partner_order_id: 'out',
        uuid,
        expiration_time_sec: expect.any(String),
      },
    })
    expect(rig.deliveries.map(({ id }) => id)).toContain(first?.callback_id)
    expect(others.length).toBeGreaterThan(0)
    expect(answer.text).not.toContain(`"${code}"`)
  })

  test('the feed has amounts of version 1 to the last digit, and callbacks that no receiver existed for', async () => {
    await rig.ensurePartner({ ...shop, callbackVersion: 1, callbackUrl: null })
    const body = { ...createBody('exact'), payin_amount: undefined, payout_amount: '0.123456789012345678' }
    expect((await rig.partner('POST', createPath, body)).status).toBe(200)
    const { text } = await rig.partner('GET', '/api/v2/partner/events')
    expect(text).toContain('"payout_amount":0.123456789012345678')
  })

  test('the feed forgets callbacks after 31 days', async () => {
    await create('old')
    await rig.work.tick()
    const [event] = (await read()).data
    rig.pass(31 * DAY_MS - 60_000)
    expect((await read()).data[0]).toEqual(event)
    rig.pass(2 * 60_000)
    await create('new')
    const { data } = await read()
    expect(data.map(({ id }) => id)).toEqual([3, 4])
  })

  test('the feed never skips an event whose transaction ends late', async () => {
    const other = rig.openPool(2)
    try {
      await create('early')
      let late: Promise<unknown> | undefined
      await other.transaction(async (query) => {
        // The change that began first is not over when a later one is, and has been read.
        await query(
          statement(
            "insert into callback (id, order_id, partner_id, seq, body, created_at, state) select 'late', order_id, partner_id, 900, body, created_at, 'failed' from callback where seq = 1 limit 1",
          ),
        )
        late = create('later')
        await late
        const { data } = await read()
        expect(data.map(({ id }) => id)).toEqual([1, 2, 3, 4])
        expect(data.map(({ callback_id }) => callback_id)).not.toContain('late')
      })
      const newest = await read('?after=4')
      expect(newest.data).toMatchObject([{ id: 5, callback_id: 'late' }])
    } finally {
      await other.close()
    }
  })

  test('the feed waits for no callback that is being written, and gives the rest of its order after it', async () => {
    const other = rig.openPool(2)
    try {
      await create('busy')
      await create('free')
      await other.transaction(async (query) => {
        await query(
          statement(
            "update callback set why = why where seq = 1 and order_id = (select id from orders where partner_order_id = 'busy')",
          ),
        )
        const { data } = await read()
        expect(data.map(({ callback }) => callback)).toEqual([
          expect.objectContaining({ client_order: expect.objectContaining({ partner_order_id: 'free' }) }),
          expect.objectContaining({ client_order: expect.objectContaining({ partner_order_id: 'free' }) }),
        ])
      })
      const { data } = await read('?after=2')
      expect(data.map(({ callback }) => callback)).toMatchObject([
        { client_order: { partner_order_id: 'busy', status: 'payin_pending' } },
        { client_order: { partner_order_id: 'busy', status: 'processing' } },
      ])
    } finally {
      await other.close()
    }
  })

  test('the feed gives each event one number, however many read and write at once', async () => {
    const followed: number[][] = []
    const follow = async () => {
      const ids: number[] = []
      for (let round = 0; round < 12; round++) {
        const { data } = await read(`?after=${ids.at(-1) ?? 0}&limit=3`)
        ids.push(...data.map(({ id }) => id))
      }
      followed.push(ids)
    }
    await Promise.all([follow(), follow(), ...Array.from({ length: 8 }, (_, each) => create(`w${each}`))])
    const all = await read('?limit=500')
    expect(all.data.map(({ id }) => id)).toEqual(Array.from({ length: 16 }, (_, each) => each + 1))
    for (const ids of followed) expect(ids).toEqual(all.data.slice(0, ids.length).map(({ id }) => id))
  })

  test('the feed refuses a cursor that is no place in it', async () => {
    for (const query of ['?after=x', '?after=-1', '?limit=0', '?after=1.5'])
      expect(statusAndCode(await rig.partner('GET', `/api/v2/partner/events${query}`))).toEqual([
        400,
        'validation_failed',
      ])
    expect(statusAndCode(await rig.partner('GET', '/api/v2/partner/events?page=1'))).toEqual([
      400,
      'unknown_field',
    ])
  })
})
