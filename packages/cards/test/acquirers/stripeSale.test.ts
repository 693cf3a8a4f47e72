import { describe, expect, test } from 'vitest'
import { walletFields } from '../walletFields.ts'
import {
  actsOf,
  ASKS_3DS,
  decide,
  follow,
  sendAllWebhooks,
  intentOf,
  MINUTE,
  pass,
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

describe('a SALE', () => {
  test('a SALE is a PaymentIntent that is confirmed at once and captured later', async () => {
    const sale = await sell()
    expect(sale.body).toMatchObject({ result: 'SUCCESS', status: 'PENDING' })
    expect(intentOf(sale)).toMatchObject({ status: 'requires_capture', amount: 10_000, currency: 'eur' })
    const form = stripe.acts.at(-1)?.form
    expect(form?.get('payment_method_data[card][exp_month]')).toBe('01')
    expect(form?.get('payment_method_data[billing_details][address][postal_code]')).toBe('10115')
    expect(form?.get('metadata[transaction_id]')).toBe(sale.body.trans_id)
    await pass(1000)
    expect(await statusOf(sale)).toBe('SETTLED')
    expect(intentOf(sale)).toMatchObject({ status: 'succeeded', amount_received: 10_000 })
  })

  test('a SALE by a network token is declined, and Stripe is not asked', async () => {
    const before = stripe.acts.length
    const sale = await sell('', walletFields())
    expect(sale.body).toMatchObject({ result: 'DECLINED', decline_reason: 'Transaction not permitted' })
    expect(stripe.acts).toHaveLength(before)
  })

  test.each([
    ['4000000000000002', 'Declined by processing'],
    ['4000000000009995', 'Insufficient funds'],
    ['4000000000009987', 'Lost or stolen card'],
    ['4000000000009979', 'Lost or stolen card'],
    ['4100000000000019', 'Suspected fraud'],
    ['4000000000006975', 'Amount limit exceeded'],
    ['4000000000000069', 'Expired card'],
    ['4000000000000127', 'Invalid CVV'],
    ['4000000000000119', 'Declined by processing'],
  ])('a SALE with card %s is declined: %s', async (card, decline_reason) => {
    expect((await sell(card)).body).toMatchObject({ result: 'DECLINED', decline_reason })
  })

  test.each([
    ['JPY', '1001', '1001'],
    ['EUR', '10.01', '1001'],
    ['KWD', '1.010', '1010'],
    ['CHF', '10.01', '1001'],
    ['ISK', '1001', '100100'],
    ['UGX', '1001', '100100'],
    ['MGA', '1001.00', '1001'],
  ])('a SALE in %s of %s is sent as %s minor units', async (order_currency, order_amount, amount) => {
    const sale = await settled(SUCCESS, { order_currency, order_amount })
    expect(intentOf(sale)).toMatchObject({ currency: order_currency.toLowerCase(), amount: Number(amount) })
    expect(actsOf(/capture/, sale)[0]?.form.get('amount_to_capture')).toBe(amount)
  })

  test.each([
    ['KWD', '1.001'],
    ['MGA', '1.01'],
    ['IQD', '1.010'],
    ['CLF', '1.0000'],
    ['UYI', '1'],
  ])(
    'a SALE in %s of %s, which the API cannot say, is declined and never sent',
    async (order_currency, order_amount) => {
      const before = stripe.acts.length
      const sale = await sell(SUCCESS, { order_currency, order_amount })
      expect(sale.body).toMatchObject({ result: 'DECLINED', decline_reason: 'Transaction not permitted' })
      expect(stripe.acts).toHaveLength(before)
    },
  )

  test.each(['before', 'after', 'late', 'mismatch', 409, 429, 500] as const)(
    'a SALE whose answer is lost (%s) is held once or declined, never both',
    async (cut) => {
      stripe.cut(/POST .*payment_intents$/, cut)
      const sale = await sell()
      expect(sale.body).toMatchObject({ result: 'UNDEFINED', status: 'PREPARE' })
      await pass(5_000)
      expect(await statusOf(sale)).toBe(cut === 'after' ? 'PENDING' : 'PREPARE')
      await pass(6 * MINUTE)
      expect(await statusOf(sale)).toBe(cut === 'after' ? 'SETTLED' : 'DECLINED')
      expect(stripe.intentOf(sale.body.trans_id) === undefined).toBe(cut !== 'after')
    },
  )

  test('a SALE that arrives after it was given up is noticed, and its hold released', async () => {
    stripe.cut(/POST .*payment_intents$/, 'late')
    const sale = await sell()
    await pass(6 * MINUTE)
    expect(await statusOf(sale)).toBe('DECLINED')
    stripe.deliverLate()
    expect(intentOf(sale).status).toBe('requires_capture')
    await sendAllWebhooks()
    expect(intentOf(sale).status).toBe('canceled')
    expect(await statusOf(sale)).toBe('DECLINED')
  })

  test('a SALE whose answer is lost is found behind a hundred others of those minutes', async () => {
    stripe.cut(/POST .*payment_intents$/, 'after')
    const sale = await sell()
    stripe.fill(230)
    await pass(5_000)
    expect(await statusOf(sale)).toBe('PENDING')
  })
})

describe('3-D Secure', () => {
  const begin = async () => {
    const sale = await sell(ASKS_3DS)
    expect(sale.body).toMatchObject({
      result: 'REDIRECT',
      status: '3DS',
      redirect_method: 'GET',
      redirect_params: [],
    })
    expect(sale.body['redirect_url']).toBe(`${stripe.url}/3ds/${intentOf(sale).id}`)
    return sale
  }

  test('a challenge that the buyer passes ends in a hold, and is notified', async () => {
    const sale = await begin()
    await decide(sale, 'approve')
    expect(await statusOf(sale, ASKS_3DS)).toBe('PENDING')
    await rig.settle()
    expect(notificationsOf(sale)).toEqual(['SALE SUCCESS PENDING'])
  })

  test('a challenge asks the acquirer nothing more when a browser comes back to a decided payment', async () => {
    const sale = await begin()
    await decide(sale, 'approve')
    await pass(1000)
    stripe.cut(/GET /, 500)
    const { returnUrl } = intentOf(sale)
    expect((await rig.app.request(returnUrl)).status).toBe(200)
    expect(stripe.cuts).toHaveLength(1)
    stripe.cuts.length = 0
  })

  test('a challenge that the buyer fails is declined, and its intent is closed for good', async () => {
    const sale = await begin()
    await decide(sale, 'decline')
    expect((await follow('GET_TRANS_STATUS', sale, {}, ASKS_3DS)).body).toMatchObject({
      status: 'DECLINED',
      decline_reason: '3-D Secure authentication failed',
    })
    expect(intentOf(sale).status).toBe('canceled')
  })

  test('a challenge after which the card is declined says why', async () => {
    const sale = await sell('4000008400001629')
    await decide(sale, 'approve')
    expect((await follow('GET_TRANS_STATUS', sale, {}, '4000008400001629')).body).toMatchObject({
      status: 'DECLINED',
      decline_reason: 'Do not honor',
    })
  })

  test('a challenge that the buyer lets expire is cancelled at Stripe, so that nothing comes of it any more', async () => {
    const sale = await begin()
    await pass(30 * MINUTE)
    expect(await statusOf(sale, ASKS_3DS)).toBe('DECLINED')
    expect(intentOf(sale)).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
    expect(await decide(sale, 'approve')).toBe(410)
  })

  test('a challenge passed at the last moment counts, since the bank has the last word', async () => {
    const sale = await begin()
    const { id } = intentOf(sale)
    await fetch(`${stripe.url}/3ds/${id}`, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'approve' }),
      redirect: 'manual',
    })
    await pass(30 * MINUTE)
    expect(['PENDING', 'SETTLED']).toContain(await statusOf(sale, ASKS_3DS))
  })

  test('a challenge is learned of by status when the answer of the SALE was lost', async () => {
    stripe.cut(/POST .*payment_intents$/, 'after')
    const sale = await sell(ASKS_3DS)
    await pass(5_000)
    const status = await follow('GET_TRANS_STATUS', sale, {}, ASKS_3DS)
    expect(status.body).toMatchObject({
      status: '3DS',
      redirect_url: `${stripe.url}/3ds/${intentOf(sale).id}`,
    })
    await decide(sale, 'approve')
    expect(await statusOf(sale, ASKS_3DS)).toBe('PENDING')
  })

  test('a challenge without a way back is heard of by webhook', async () => {
    const sale = await begin()
    stripe.events.length = 0
    await fetch(`${stripe.url}/3ds/${intentOf(sale).id}`, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'approve' }),
      redirect: 'manual',
    })
    expect(await statusOf(sale, ASKS_3DS)).toBe('3DS')
    await sendAllWebhooks()
    expect(await statusOf(sale, ASKS_3DS)).toBe('PENDING')
  })
})
