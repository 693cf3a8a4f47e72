import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { CallbackV1 } from '@cambio/wire/partner/Callback.ts'
import { signCallback, signWebhook } from '@cambio/wire/partner/signature.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openRig, rival, shop, type Reply, type Rig } from '../rig.ts'

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

const CallbackBody = z.object({ client_order: z.object({ status: z.string() }) })
const statusIn = ({ body }: { body: string }) => CallbackBody.parse(JSON.parse(body)).client_order.status
const Amounts = z.object({ payin_amount: z.string(), payout_amount: z.string() })
const Log = z.array(z.object({ status: z.string() }))
const statuses = (view: Reply) => Log.parse(view.at('order.status_log')).map(({ status }) => status)

function viewOf(order: { path: string; session: string }): Promise<Reply> {
  return rig.widget('GET', order.path, undefined, order.session)
}

async function attemptIds(orderId: string): Promise<string[]> {
  const rows = await rig.query<{ id: string }>(
    statement('select platform_order_id as id from attempt where order_id = $1 order by number', orderId),
  )
  return rows.map(({ id }) => id)
}

async function transfers(): Promise<number> {
  return (await rig.query(statement('select 1 from sandbox_transfer'))).length
}

describe('a purchase', () => {
  test('a purchase is held, settled, paid out and told to the partner in order', async () => {
    const order = await rig.placeOrder()
    const charged = await rig.charge(order, 'held')
    expect(charged.at('order.status')).toBe('auth_success')
    const [platformOrderId = ''] = await attemptIds(order.orderId)
    await rig.work.tick()
    expect(await transfers()).toBe(0)
    rig.card.becomes(platformOrderId, 'settled')
    await rig.settle()
    const view = await viewOf(order)
    const life = ['payin_pending', 'processing', 'auth_success', 'processing_payout', 'finished']
    expect(statuses(view)).toEqual(life)
    expect(view.at('order.payout_txid')).toMatch(/^[0-9a-f]{64}$/)
    expect(await transfers()).toBe(1)
    expect(rig.deliveries.map(statusIn)).toEqual(life)
  })

  test('a purchase tells how long such purchases usually take, once five have been made', async () => {
    const buy = async () => {
      const order = await rig.placeOrder({ amount: '20.00' })
      rig.pass(30_000)
      await rig.charge(order, 'challenged')
      rig.pass(20_000)
      const [platformOrderId = ''] = await attemptIds(order.orderId)
      rig.card.becomes(platformOrderId, 'settled')
      await rig.settle()
      const view = await viewOf(order)
      expect(view.at('order.status')).toBe('finished')
      return view.at('order.typical_seconds')
    }
    for (const _ of [1, 2, 3, 4]) expect(await buy()).toEqual({ payin: null, payout: null })
    const [payin, payout] = Object.values(Object(await buy()))
    expect(payin).toBe(20)
    expect(payout).toBeGreaterThanOrEqual(0)
  })

  test('a purchase whose answer was lost after the charge is found by its id and charged once', async () => {
    const order = await rig.placeOrder()
    expect((await rig.charge(order, 'lost_after')).at('order.attempt.state')).toBe('checking')
    const [platformOrderId = ''] = await attemptIds(order.orderId)
    rig.card.becomes(platformOrderId, 'settled')
    await rig.settle()
    expect((await viewOf(order)).at('order.status')).toBe('finished')
    expect(rig.card.sales).toHaveLength(1)
  })

  test('a purchase whose charge has a wrong amount says that it is being looked at, and does not expire', async () => {
    const order = await rig.placeOrder()
    await rig.charge(order, 'challenged')
    const [id = ''] = await attemptIds(order.orderId)
    rig.card.becomesOtherAmount(id, { units: 4_999n, currency: 'EUR' })
    rig.pass(60_000)
    await rig.work.tick()
    const view = await viewOf(order)
    expect(view.at('order.status')).toBe('processing')
    expect(view.at('order.attempt.state')).toBe('stopped')
    expect(view.at('order.expires_at')).toBeNull()
  })

  test('a purchase whose money goes back says so until the money is back', async () => {
    const order = await rig.placeOrder()
    await rig.charge(order, 'held')
    const [id = ''] = await attemptIds(order.orderId)
    rig.card.becomes(id, 'capture_refused')
    rig.pass(60_000)
    await rig.work.tick()
    expect((await viewOf(order)).at('order.attempt.state')).toBe('returning')
  })

  test('a purchase that is paid another way takes no card', async () => {
    const order = await rig.placeOrder()
    const form = await rig.widget('POST', `${order.path}/fields`, {}, order.session)
    const session_id = String(form.at('session_id'))
    rig.card.fill(session_id, 'held')
    await rig.owner.query(statement(`update orders set payin_group = 'sepa' where id = $1`, order.orderId))
    const charge = { session_id, challenge: 'frame' }
    for (const [path, body] of [
      ['fields', {}],
      ['charge', charge],
    ] as const) {
      const reply = await rig.widget('POST', `${order.path}/${path}`, body, order.session)
      expect([reply.status, reply.at('code')]).toEqual([409, 'order_state'])
    }
    expect(rig.card.sales).toEqual([])
  })

  test('a purchase whose charge never arrived is charged again under its first id', async () => {
    const order = await rig.placeOrder()
    const form = await rig.widget('POST', `${order.path}/fields`, {}, order.session)
    rig.card.fill(String(form.at('session_id')), 'lost_before')
    const body = { session_id: String(form.at('session_id')), challenge: 'frame' }
    await rig.widget('POST', `${order.path}/charge`, body, order.session)
    rig.card.fill(String(form.at('session_id')), 'held')
    rig.pass(60_000)
    await rig.work.tick()
    const ids = await attemptIds(order.orderId)
    expect(ids).toHaveLength(1)
    expect(rig.card.sales.map(({ platformOrderId }) => platformOrderId)).toEqual(ids)
  })

  test('a purchase ends in error after three declined cards, with the bank’s reason', async () => {
    const order = await rig.placeOrder()
    for (const attemptsLeft of [2, 1, 0]) {
      const declined = await rig.charge(order, 'declined')
      expect(declined.status).toBe(200)
      expect(declined.at('order.attempts_left')).toBe(attemptsLeft)
    }
    const view = await viewOf(order)
    expect(view.at('order')).toMatchObject({ status: 'error', error_message: 'Insufficient funds' })
  })

  test('a purchase whose capture is refused releases the hold and pays nothing out', async () => {
    const order = await rig.placeOrder()
    await rig.charge(order, 'held')
    const [platformOrderId = ''] = await attemptIds(order.orderId)
    rig.card.becomes(platformOrderId, 'capture_refused')
    await rig.settle()
    expect((await viewOf(order)).at('order.status')).toBe('refunded')
    expect(await transfers()).toBe(0)
  })

  test('a purchase expires after an hour without a pay-in, and takes none then', async () => {
    const order = await rig.placeOrder()
    await rig.settle()
    expect((await viewOf(order)).at('order.status')).toBe('expired')
    const form = await rig.widget('POST', `${order.path}/fields`, {}, order.session)
    expect([form.status, form.at('code')]).toEqual([409, 'order_state'])
  })

  test('a purchase above the limit waits for a verification, and goes on at today’s price once approved', async () => {
    const order = await rig.placeOrder({ amount: '200.00' })
    const charged = await rig.charge(order, 'held')
    expect(charged.at('order')).toMatchObject({ status: 'pending', substatus: 'identity_pending' })
    expect(rig.card.sales).toHaveLength(0)
    const page = new URL(String(charged.at('order.verification_url'))).pathname
    expect((await rig.send('GET', page)).text).toContain('Approve')
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const approved = await rig.send('POST', page, { body: 'decision=approve', headers: form })
    expect(approved.status).toBe(200)
    expect((await rig.send('POST', page, { body: 'decision=approve', headers: form })).status).toBe(404)
    expect((await viewOf(order)).at('order.status')).toBe('processing')
    expect((await rig.charge(order, 'held')).at('order.status')).toBe('auth_success')
  })

  test('a purchase whose verification is refused is canceled', async () => {
    const order = await rig.placeOrder({ amount: '200.00' })
    const charged = await rig.charge(order, 'held')
    const page = new URL(String(charged.at('order.verification_url'))).pathname
    await rig.send('POST', page, { body: 'decision=refuse' })
    expect((await viewOf(order)).at('order.status')).toBe('canceled')
  })

  test('two orders of one buyer at once never share one limit', async () => {
    const email = 'greedy@example.com'
    const orders = [
      await rig.placeOrder({ amount: '100.00', email }),
      await rig.placeOrder({ amount: '100.00', email }),
    ]
    const answers = await Promise.all(orders.map((order) => rig.charge(order, 'held')))
    expect(new Set(answers.map((answer) => answer.at('order.status')))).toEqual(
      new Set(['auth_success', 'pending']),
    )
    expect(rig.card.sales).toHaveLength(1)
  })

  test('ten charges of one order at once charge once', async () => {
    const order = await rig.placeOrder()
    const forms = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const form = await rig.widget('POST', `${order.path}/fields`, {}, order.session)
        const sessionId = String(form.at('session_id'))
        rig.card.fill(sessionId, 'held')
        return sessionId
      }),
    )
    const answers = await Promise.all(
      forms.map((session_id) =>
        rig.widget('POST', `${order.path}/charge`, { session_id, challenge: 'frame' }, order.session),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.map((answer) => answer.at('code')))).toEqual(new Set([undefined, 'attempt_open']))
    expect(rig.card.sales).toHaveLength(1)
  })
})

describe('the callbacks of an order', () => {
  test('callbacks carry both kinds of signature key material and a stable id over retries', async () => {
    rig.receiverAnswers(() => ({ is: 'failed', why: 'HTTP 500' }))
    await rig.placeOrder()
    await rig.work.tick()
    rig.receiverAnswers(() => ({ is: 'acknowledged', status: 200 }))
    rig.pass(7_000)
    await rig.work.tick()
    const [first, second] = rig.deliveries
    expect(second).toMatchObject({ id: first?.id, body: first?.body, secret: shop.callbackSecret })
    expect(signCallback(first?.secret ?? '', first?.body ?? '')).toMatch(/==$/)
    expect(signWebhook(first?.secret ?? '', first?.id ?? '', '1', first?.body ?? '')).toMatch(/^v1,/)
  })

  test('callbacks of version 1 write amounts as numbers, to the last digit', async () => {
    await rig.ensurePartner({ ...shop, callbackVersion: 1 })
    const order = await rig.placeOrder()
    await rig.work.tick()
    const { payin_amount, payout_amount } = Amounts.parse((await viewOf(order)).at('order'))
    expect(payout_amount).toMatch(/^0\.\d{18}$/)
    const [body] = rig.deliveries.map((delivery) => delivery.body)
    expect(body).toContain(`"payin_amount":${payin_amount},"payout_amount":${payout_amount},`)
    expect(CallbackV1.safeParse(JSON.parse(body ?? '')).success).toBe(true)
  })

  test('callbacks wait for an earlier one of their order, for five minutes at most', async () => {
    const order = await rig.placeOrder()
    rig.receiverAnswers((delivery) =>
      statusIn(delivery) === 'payin_pending'
        ? { is: 'failed', why: 'HTTP 500' }
        : { is: 'acknowledged', status: 200 },
    )
    await rig.charge(order, 'declined')
    await rig.work.tick()
    const statusesSent = () => rig.deliveries.map(statusIn)
    expect(new Set(statusesSent())).toEqual(new Set(['payin_pending']))
    rig.pass(5 * 60_000 + 1_000)
    await rig.work.tick()
    expect(statusesSent()).toContain('processing')
  })

  test('callbacks are given up after ten attempts and stay visible', async () => {
    rig.receiverAnswers(() => ({ is: 'failed', why: 'HTTP 500' }))
    await rig.placeOrder()
    for (let hour = 0; hour < 120; hour++) {
      await rig.work.tick()
      rig.pass(60 * 60_000)
    }
    const rows = await rig.query<{ seq: number; state: string; why: string; due_at: Date | null }>(
      statement('select seq, state, why, due_at from callback order by seq'),
    )
    expect(rows[0]).toMatchObject({ state: 'failed', why: 'HTTP 500', due_at: null })
    expect(rig.deliveries.filter(({ id }) => id === rig.deliveries[0]?.id)).toHaveLength(10)
  })

  test('callbacks stop for good when the receiver answers 410', async () => {
    rig.receiverAnswers(() => ({ is: 'gone' }))
    await rig.placeOrder()
    await rig.work.tick()
    await rig.placeOrder()
    await rig.work.tick()
    expect(rig.deliveries).toHaveLength(1)
  })
})

describe('an order in the API', () => {
  test('an order reads to its partner as its history says, and is unknown to every other partner', async () => {
    const order = await rig.placeOrder()
    await rig.charge(order, 'declined')
    const [row] = await rig.query<{ id: string }>(
      statement('select partner_order_id as id from orders where id = $1', order.orderId),
    )
    const path = `/api/v2/partner/order/${row?.id}`
    expect((await rig.partner('GET', path)).body).toMatchObject({
      client_order_id: order.orderId,
      status: 'processing',
      card_type: 'Visa',
    })
    const foreign = await rig.partner('GET', path, undefined, { as: rival })
    expect([foreign.status, foreign.at('code')]).toEqual([404, 'order_unknown'])
  })

  test('an order has a history that nobody can rewrite', async () => {
    const order = await rig.placeOrder()
    for (const text of [
      'update order_event set status = status',
      'delete from order_event',
      'truncate order_event',
    ])
      await expect(rig.owner.query(statement(text))).rejects.toThrow(/history is only added to/)
    expect((await viewOf(order)).at('order.status')).toBe('payin_pending')
  })
})
