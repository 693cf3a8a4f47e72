import { describe, expect, test } from 'vitest'
import {
  sendWebhook,
  sendAllWebhooks,
  intentOf,
  rig,
  settled,
  statusOf,
  stripe,
  useStripeRig,
} from './stripeRig.ts'

useStripeRig()

describe('a webhook', () => {
  const anEvent = (type = 'payment_intent.succeeded') =>
    JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type,
      data: { object: { object: 'payment_intent', id: 'pi_x' } },
    })

  test.each([
    ['without a signature', ''],
    ['with a signature that is none', 't=,v1='],
    ['signed by another', (body: string) => stripe.signature(body, { secret: 'whsec_other' })],
    ['signed six minutes ago', (body: string) => stripe.signature(body, { at: secondsAgo(360) })],
    ['signed in six minutes', (body: string) => stripe.signature(body, { at: secondsAgo(-360) })],
    ['signed for another body', () => stripe.signature('{}')],
  ])('a webhook %s is refused', async (_, header) => {
    const body = anEvent()
    expect((await sendWebhook(body, typeof header === 'string' ? header : header(body))).status).toBe(400)
  })

  test.each([
    ['by the secret before', (body: string) => stripe.signature(body, { secret: 'whsec_before' })],
    ['by several secrets', (body: string) => `${stripe.signature(body, { secret: 'x' })},v1=${markOf(body)}`],
    ['four minutes ago', (body: string) => stripe.signature(body, { at: secondsAgo(240) })],
  ])(
    'a webhook signed %s is taken, and changes nothing when it concerns no payment of ours',
    async (_, header) => {
      const body = anEvent()
      expect((await sendWebhook(body, header(body))).status).toBe(200)
    },
  )

  test('a webhook that is no event is taken, since sending it again would not help', async () => {
    expect((await sendWebhook('{"id":"evt_2"}')).status).toBe(200)
    expect((await sendWebhook('not json')).status).toBe(200)
  })

  test('a webhook of a dispute books the charge-back once, after asking; an inquiry books none', async () => {
    const sale = await settled()
    stripe.events.length = 0
    stripe.dispute(intentOf(sale), { amount: 10_000, status: 'warning_needs_response' })
    await sendAllWebhooks()
    expect(await statusOf(sale)).toBe('SETTLED')
    stripe.dispute(intentOf(sale), { amount: 4_000, status: 'needs_response' })
    const [event] = stripe.events
    await sendAllWebhooks()
    await sendWebhook(event?.body ?? '')
    await rig.settle()
    expect(await statusOf(sale)).toBe('CHARGEBACK')
    const notices = rig.inbox.filter(
      ({ action, trans_id }) => action === 'CHARGEBACK' && trans_id === sale.body.trans_id,
    )
    expect(notices).toMatchObject([
      {
        amount: '40.00',
        reason_code: 'fraudulent',
        bank_date: rig.platform.clock.now().toISOString().slice(0, 10),
      },
    ])
  })

  test('a webhook of a dispute has to come again while Stripe does not say which payment it is about', async () => {
    const sale = await settled()
    stripe.events.length = 0
    stripe.dispute(intentOf(sale), { amount: 10_000, status: 'needs_response' })
    const [event] = stripe.events
    stripe.cut(/GET .*payment_intents/, 500)
    expect((await sendWebhook(event?.body ?? '')).status).toBe(503)
    await sendAllWebhooks()
    expect(await statusOf(sale)).toBe('CHARGEBACK')
  })

  test('a webhook of a dispute about a payment of somebody else is taken and changes nothing', async () => {
    const data = { object: { id: 'du_1', object: 'dispute', payment_intent: 'pi_x' } }
    const body = JSON.stringify({ id: 'evt_4', type: 'charge.dispute.created', data })
    expect((await sendWebhook(body)).status).toBe(200)
  })

  test('a webhook forged around a real payment moves nothing', async () => {
    const sale = await settled()
    stripe.events.length = 0
    const body = JSON.stringify({
      id: 'evt_3',
      type: 'charge.dispute.created',
      data: {
        object: {
          id: 'du_1',
          object: 'dispute',
          payment_intent: intentOf(sale).id,
          amount: 10_000,
          status: 'lost',
        },
      },
    })
    expect((await sendWebhook(body)).status).toBe(200)
    await rig.settle()
    expect(await statusOf(sale)).toBe('SETTLED')
  })
})

function markOf(body: string): string {
  return stripe.signature(body).split('v1=')[1] ?? ''
}

function secondsAgo(seconds: number): number {
  return Math.floor(rig.platform.clock.now().getTime() / 1000) - seconds
}
