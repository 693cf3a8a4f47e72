import { describe, expect, test } from 'vitest'
import {
  actsOf,
  follow,
  sendAllWebhooks,
  intentOf,
  MINUTE,
  pass,
  REFUND_PENDING,
  rig,
  sell,
  settled,
  statusOf,
  stripe,
  SUCCESS,
  notificationsOf,
  useStripeRig,
} from './stripeRig.ts'

useStripeRig()

describe('a capture', () => {
  test('a capture takes a part, and the rest is released', async () => {
    const sale = await sell()
    const answer = await follow('CAPTURE', sale, { amount: '40.00' })
    expect(answer.body).toMatchObject({ result: 'SUCCESS', status: 'SETTLED', amount: '40.00' })
    expect(intentOf(sale).amount_received).toBe(4_000)
  })

  test.each(['before', 'after', 'late', 500] as const)(
    'a capture whose answer is lost (%s) happens once',
    async (cut) => {
      await pass(1000) // What earlier tests have held is captured first.
      const sale = await sell()
      stripe.cut(/POST .*capture$/, cut)
      await pass(1000)
      expect(await statusOf(sale)).toBe('PENDING')
      stripe.deliverLate()
      await pass(5_000)
      expect(await statusOf(sale)).toBe('SETTLED')
      expect(actsOf(/capture/, sale)).toHaveLength(1)
    },
  )

  test('a capture of a hold that is gone is declined', async () => {
    const sale = await sell()
    intentOf(sale).status = 'canceled'
    await pass(1000)
    expect(notificationsOf(sale)).toEqual(['CAPTURE DECLINED PENDING'])
  })
})

describe('a refund or release at Stripe', () => {
  test.each([undefined, 'before', 'after', 'late'] as const)(
    'a reversal releases a hold (answer lost: %s)',
    async (cut) => {
      const sale = await sell()
      if (cut !== undefined) stripe.cut(/POST .*cancel$/, cut)
      await follow('CREDITVOID', sale)
      await rig.settle()
      stripe.deliverLate()
      await pass(5_000)
      expect(await statusOf(sale)).toBe('REVERSAL')
      expect(intentOf(sale).status).toBe('canceled')
    },
  )

  test.each([undefined, 'before', 'after', 'late', 500] as const)(
    'a reversal of a hold that was captured after all refunds the captured part once (answer lost: %s)',
    async (cut) => {
      const sale = await sell()
      Object.assign(intentOf(sale), { status: 'succeeded', amount_received: 6_000 })
      if (cut !== undefined) stripe.cut(/POST .*refunds$/, cut)
      await follow('CREDITVOID', sale)
      await rig.settle()
      stripe.deliverLate()
      await pass(5_000)
      expect(await statusOf(sale)).toBe('REVERSAL')
      const made = stripe.refunds.filter(({ payment_intent }) => payment_intent === intentOf(sale).id)
      expect(made.map(({ amount }) => amount)).toEqual([6_000])
    },
  )

  test.each([undefined, 'before', 'after', 'late', 500] as const)(
    'a merchant’s two equal refunds are two refunds at Stripe (answers lost: %s)',
    async (cut) => {
      const sale = await settled()
      if (cut !== undefined) for (let each = 0; each < 2; each++) stripe.cut(/POST .*refunds$/, cut)
      await follow('CREDITVOID', sale, { amount: '10.00' })
      await follow('CREDITVOID', sale, { amount: '10.00' })
      await rig.settle()
      for (let minute = 0; minute < 6; minute++) await pass(MINUTE)
      stripe.deliverLate() // When it was long sent again.
      const made = stripe.refunds.filter(({ payment_intent }) => payment_intent === intentOf(sale).id)
      expect(made.map(({ amount }) => amount)).toEqual([1_000, 1_000])
      expect(notificationsOf(sale).filter((line) => line === 'CREDITVOID SUCCESS SETTLED')).toHaveLength(2)
    },
  )

  test('a refund happens once even when its key was forgotten meanwhile', async () => {
    const sale = await settled()
    stripe.cut(/POST .*refunds$/, 'after')
    await follow('CREDITVOID', sale, { amount: '10.00' })
    await rig.settle()
    for (let hour = 0; hour < 26; hour++) {
      stripe.cut(/GET .*refunds$/, 500)
      await pass(60 * MINUTE)
    }
    await pass(60 * MINUTE)
    const made = stripe.refunds.filter(({ payment_intent }) => payment_intent === intentOf(sale).id)
    expect(made).toHaveLength(1)
    expect(notificationsOf(sale)).toContain('CREDITVOID SUCCESS SETTLED')
  })

  test.each(['succeeded', 'failed'] as const)('a refund waits for a slow bank: %s', async (end) => {
    const sale = await settled(REFUND_PENDING)
    await follow('CREDITVOID', sale, {}, REFUND_PENDING)
    await rig.settle()
    expect(notificationsOf(sale)).not.toContain('CREDITVOID SUCCESS REFUND')
    const [made] = stripe.refunds
    stripe.events.length = 0
    if (made !== undefined) stripe.endRefund(made, end)
    await sendAllWebhooks()
    expect(await statusOf(sale, REFUND_PENDING)).toBe(end === 'succeeded' ? 'REFUND' : 'SETTLED')
    expect(notificationsOf(sale).at(-1)).toBe(
      end === 'succeeded' ? 'CREDITVOID SUCCESS REFUND' : 'CREDITVOID DECLINED DECLINED',
    )
    expect(stripe.refunds.filter(({ payment_intent }) => payment_intent === intentOf(sale).id)).toHaveLength(
      1,
    )
  })

  test.each([
    ['ISK', '1000', '400', 40_000],
    ['MGA', '1000.00', '400.00', 400],
  ])(
    'a payment in %s is refunded, disputed and lost in its own units',
    async (order_currency, whole, part, amount) => {
      const sale = await settled(SUCCESS, { order_currency, order_amount: whole })
      await follow('CREDITVOID', sale, { amount: part })
      await rig.settle()
      expect(stripe.refunds[0]).toMatchObject({ payment_intent: intentOf(sale).id, amount })
      stripe.events.length = 0
      stripe.dispute(intentOf(sale), { amount, status: 'lost' })
      await sendAllWebhooks()
      const notice = rig.inbox.findLast(({ action }) => action === 'CHARGEBACK')
      expect(notice).toMatchObject({ trans_id: sale.body.trans_id, amount: part, currency: order_currency })
    },
  )

  test('a refund in fractions of what the API counts whole is declined', async () => {
    const sale = await settled(SUCCESS, { order_currency: 'MGA', order_amount: '1000.00' })
    await follow('CREDITVOID', sale, { amount: '0.50' })
    await rig.settle()
    expect(notificationsOf(sale).at(-1)).toBe('CREDITVOID DECLINED DECLINED')
  })

  test('a refund of money that somebody refunded by hand meanwhile is declined', async () => {
    const sale = await settled()
    const { id } = intentOf(sale)
    stripe.refunds.unshift({
      id: 're_by_hand',
      object: 'refund',
      payment_intent: id,
      amount: 10_000,
      status: 'succeeded',
      metadata: {},
    })
    await follow('CREDITVOID', sale)
    await rig.settle()
    expect(notificationsOf(sale).at(-1)).toBe('CREDITVOID DECLINED DECLINED')
  })
})
