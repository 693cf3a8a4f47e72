import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { purge } from '../../src/store/purge.ts'
import { openRig, type Reply, type Rig } from '../rig.ts'

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

const DAY_MS = 24 * 60 * 60_000

async function count(table: string): Promise<number> {
  return (await rig.query(statement(`select from ${table}`))).length
}

async function pass(days: number): Promise<void> {
  rig.pass(days * DAY_MS)
  await purge(rig.exchange)
}

const open = (partner_order_id: string): Promise<Reply> =>
  rig.partner('POST', '/api/v2/partner/create_request', { partner_order_id })

const viewOf = (entry: string): Promise<Reply> => rig.widget('GET', `/api/widget/${entry}`)

describe('the purge of what has ended', () => {
  test('a request without an order goes 31 days after it expired, with the claim on its partner_order_id', async () => {
    const entry = String((await open('once')).at('request_id'))
    await pass(31)
    expect((await viewOf(entry)).at('state')).toBe('expired')
    await pass(2)
    expect((await viewOf(entry)).at('code')).toBe('request_unknown')
    expect([await count('widget_request'), await count('partner_order_claim')]).toEqual([0, 0])
    expect((await open('once')).status).toBe(200)
  })

  test('a request whose partner_order_id went to another request goes, and that one keeps the id', async () => {
    await open('twice')
    await pass(31)
    const live = String((await open('twice')).at('request_id'))
    rig.pass(DAY_MS / 2)
    await pass(1)
    expect((await viewOf(live)).status).toBe(200)
    expect([await count('widget_request'), await count('partner_order_claim')]).toEqual([1, 1])
  })

  test('a request with an order stays with it, however often the purge runs', async () => {
    const { entry } = await rig.placeOrder()
    await rig.settle()
    await pass(40)
    await pass(40)
    expect((await viewOf(entry)).at('order_state.status')).toBe('expired')
    const [{ id } = { id: '' }] = await rig.query<{ id: string }>(
      statement('select partner_order_id as id from orders'),
    )
    expect((await rig.partner('GET', `/api/v2/partner/order/${id}`)).status).toBe(200)
    expect((await open(id)).at('code')).toBe('partner_order_id_taken')
  })

  test('a card form is deleted after a day, and a verification once it has ended', async () => {
    const order = await rig.placeOrder({ amount: '200.00' })
    expect((await rig.charge(order, 'held')).at('order.status')).toBe('pending')
    expect([await count('card_form'), await count('verification')]).toEqual([1, 1])
    await purge(rig.exchange)
    expect([await count('card_form'), await count('verification')]).toEqual([1, 1])
    await pass(1.1)
    expect([await count('card_form'), await count('verification')]).toEqual([0, 1])
    await pass(6)
    expect([await count('card_form'), await count('verification')]).toEqual([0, 0])
  })

  test('the content of a callback goes 31 days after it was taken or given up, and it cannot be sent again', async () => {
    await rig.placeOrder()
    await rig.settle()
    rig.receiverAnswers(() => ({ is: 'gone' }))
    const { orderId } = await rig.placeOrder()
    await rig.settle()
    const kept = statement('select from callback where body is not null')
    const all = await count('callback')
    await pass(30)
    expect(await rig.query(kept)).toHaveLength(all)
    await pass(2)
    expect(await rig.query(kept)).toHaveLength(0)
    expect(await count('callback')).toBe(all)
    const resend = ['callback', 'resend', orderId]
    const { output } = await rig.runCommand(...resend)
    expect(output).toBe('No callback of this order failed in the last 31 days.')
  })

  test('a callback that is still to be delivered loses nothing', async () => {
    await rig.placeOrder()
    await pass(60)
    await rig.work.tick()
    expect(rig.deliveries.length).toBeGreaterThan(0)
  })
})
