import { imbalances } from '@cambio/server/postgres/Ledger.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { stripeAcquirer } from '../../src/acquirers/stripe/stripeAcquirer.ts'
import { followUpHash, subjectOf } from '../../src/protocol/hash.ts'
import { openRig, type Fields, type Reply, type Rig } from '../rig.ts'
import { openStripeDouble, type StripeDouble } from './stripeDouble.ts'

let rig: Rig
let stripe: StripeDouble
beforeAll(async () => {
  stripe = await openStripeDouble({ now: () => rig.platform.clock.now() })
  const account = { url: stripe.url, key: stripe.key, webhookSecrets: ['whsec_before', stripe.webhookSecret] }
  rig = await openRig({ acquirer: (deps) => stripeAcquirer(deps, account) })
})
afterEach(async () => {
  expect(stripe.cuts).toEqual([])
  expect(await imbalances(rig.database.query)).toEqual([])
})
afterAll(async () => {
  await rig.close()
  await stripe.close()
})

const SUCCESS = '4242424242424242'
const ASKS_3DS = '4000000000003220'
const REFUND_PENDING = '4000000000007726'
const MINUTE = 60_000

let count = 0
const sell = (card_number = SUCCESS, fields: Fields = {}) =>
  rig.sale({ order_id: `stripe-${(count += 1)}`, card_number, ...fields })

const intentOf = (sale: Reply) => {
  const intent = stripe.intentOf(sale.body.trans_id)
  if (intent === undefined) throw new Error('There is no intent of this sale.')
  return intent
}

async function statusOf(sale: Reply, card = SUCCESS): Promise<string> {
  return String((await follow('GET_TRANS_STATUS', sale, {}, card)).body['status'])
}

async function follow(action: string, sale: Reply, fields: Fields = {}, card = SUCCESS): Promise<Reply> {
  const { password, algorithm } = rig.merchant
  const hash = followUpHash({ password, algorithm }, 'doe@example.com', sale.body.trans_id, subjectOf(card))
  return rig.followUp(action, sale.body.trans_id, { hash, ...fields })
}

async function pass(ms: number): Promise<void> {
  rig.pass(ms)
  await rig.settle()
}

async function settled(card = SUCCESS, fields: Fields = {}): Promise<Reply> {
  const sale = await sell(card, fields)
  await pass(1000)
  expect(await statusOf(sale, card)).toBe('SETTLED')
  return sale
}

/** The buyer decides at the bank's page and follows the link back. */
async function decide(sale: Reply, decision: 'approve' | 'decline'): Promise<number> {
  const body = new URLSearchParams({ decision })
  const at = `${stripe.url}/3ds/${intentOf(sale).id}`
  const answer = await fetch(at, { method: 'POST', body, redirect: 'manual' })
  const back = answer.headers.get('location')
  if (back !== null) await rig.app.request(back)
  return answer.status
}

function hear(body: string, header: string | undefined = stripe.signature(body)): Promise<Response> {
  const headers = { 'stripe-signature': header, 'content-type': 'application/json' }
  return Promise.resolve(rig.app.request('/upstream/stripe/notify', { method: 'POST', body, headers }))
}

/** Delivers what the double has to tell of one payment; the platform does what it is woken to. */
async function hearAll(): Promise<void> {
  for (const { body } of stripe.events.splice(0)) expect((await hear(body)).status).toBe(200)
  await rig.settle()
}

const told = (sale: Reply) =>
  rig.inbox
    .filter(({ trans_id }) => trans_id === sale.body.trans_id)
    .map(({ action, result, status }) => [action, result, status].join(' ').trim())

const actsOf = (path: RegExp, sale: Reply) => {
  const { id } = intentOf(sale)
  return stripe.acts.filter(
    (act) => path.test(act.path) && (act.path.includes(id) || act.form.toString().includes(id)),
  )
}

describe('a SALE', () => {
  test('is a PaymentIntent that is confirmed at once and captured later', async () => {
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
  ])('with card %s is declined: %s', async (card, decline_reason) => {
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
  ])('in %s of %s is sent as %s minor units', async (order_currency, order_amount, amount) => {
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
    'in %s of %s, which the API cannot say, is declined and never sent',
    async (order_currency, order_amount) => {
      const before = stripe.acts.length
      const sale = await sell(SUCCESS, { order_currency, order_amount })
      expect(sale.body).toMatchObject({ result: 'DECLINED', decline_reason: 'Transaction not permitted' })
      expect(stripe.acts).toHaveLength(before)
    },
  )

  test.each(['before', 'after', 'late', 'mismatch', 409, 429, 500] as const)(
    'whose answer is lost (%s) is held once or declined, never both',
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

  test('that arrives after it was given up is heard of, and let go', async () => {
    stripe.cut(/POST .*payment_intents$/, 'late')
    const sale = await sell()
    await pass(6 * MINUTE)
    expect(await statusOf(sale)).toBe('DECLINED')
    stripe.deliverLate()
    expect(intentOf(sale).status).toBe('requires_capture')
    await hearAll()
    expect(intentOf(sale).status).toBe('canceled')
    expect(await statusOf(sale)).toBe('DECLINED')
  })

  test('whose answer is lost is found behind a hundred others of the same minutes', async () => {
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

  test('that the buyer passes ends held, and told', async () => {
    const sale = await begin()
    await decide(sale, 'approve')
    expect(await statusOf(sale, ASKS_3DS)).toBe('PENDING')
    await rig.settle()
    expect(told(sale)).toEqual(['SALE SUCCESS PENDING'])
  })

  test('asks the acquirer nothing more when a browser comes back to what is decided', async () => {
    const sale = await begin()
    await decide(sale, 'approve')
    await pass(1000)
    stripe.cut(/GET /, 500)
    const { returnUrl } = intentOf(sale)
    expect((await rig.app.request(returnUrl)).status).toBe(200)
    expect(stripe.cuts).toHaveLength(1)
    stripe.cuts.length = 0
  })

  test('that the buyer fails is declined, and its intent is closed for good', async () => {
    const sale = await begin()
    await decide(sale, 'decline')
    expect((await follow('GET_TRANS_STATUS', sale, {}, ASKS_3DS)).body).toMatchObject({
      status: 'DECLINED',
      decline_reason: '3-D Secure authentication failed',
    })
    expect(intentOf(sale).status).toBe('canceled')
  })

  test('after which the card is declined says why', async () => {
    const sale = await sell('4000008400001629')
    await decide(sale, 'approve')
    expect((await follow('GET_TRANS_STATUS', sale, {}, '4000008400001629')).body).toMatchObject({
      status: 'DECLINED',
      decline_reason: 'Do not honor',
    })
  })

  test('that the buyer lets go by is cancelled there, so that nothing comes of it any more', async () => {
    const sale = await begin()
    await pass(30 * MINUTE)
    expect(await statusOf(sale, ASKS_3DS)).toBe('DECLINED')
    expect(intentOf(sale)).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
    expect(await decide(sale, 'approve')).toBe(410)
  })

  test('that the buyer passes at the last moment counts, since the bank has the last word', async () => {
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

  test('is learned of by status when the answer of the SALE was lost', async () => {
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

  test('without a way back is heard of by webhook', async () => {
    const sale = await begin()
    stripe.events.length = 0
    await fetch(`${stripe.url}/3ds/${intentOf(sale).id}`, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'approve' }),
      redirect: 'manual',
    })
    expect(await statusOf(sale, ASKS_3DS)).toBe('3DS')
    await hearAll()
    expect(await statusOf(sale, ASKS_3DS)).toBe('PENDING')
  })
})

describe('a capture', () => {
  test('takes a part, and the rest is released', async () => {
    const sale = await sell()
    const answer = await follow('CAPTURE', sale, { amount: '40.00' })
    expect(answer.body).toMatchObject({ result: 'SUCCESS', status: 'SETTLED', amount: '40.00' })
    expect(intentOf(sale).amount_received).toBe(4_000)
  })

  test.each(['before', 'after', 'late', 500] as const)(
    'whose answer is lost (%s) happens once',
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

  test('of a hold that is gone is declined', async () => {
    const sale = await sell()
    intentOf(sale).status = 'canceled'
    await pass(1000)
    expect(told(sale)).toEqual(['CAPTURE DECLINED PENDING'])
  })
})

describe('giving money back', () => {
  test.each([undefined, 'before', 'after', 'late'] as const)(
    'releases a hold (answer lost: %s)',
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
    'refunds a hold that was captured after all, once and as far as that went (answer lost: %s)',
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
    'refunds two equal parts as two (answers lost: %s)',
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
      expect(told(sale).filter((line) => line === 'CREDITVOID SUCCESS SETTLED')).toHaveLength(2)
    },
  )

  test('happens once even when its key was forgotten meanwhile', async () => {
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
    expect(told(sale)).toContain('CREDITVOID SUCCESS SETTLED')
  })

  test.each(['succeeded', 'failed'] as const)('waits for a bank that takes its time: %s', async (end) => {
    const sale = await settled(REFUND_PENDING)
    await follow('CREDITVOID', sale, {}, REFUND_PENDING)
    await rig.settle()
    expect(told(sale)).not.toContain('CREDITVOID SUCCESS REFUND')
    const [made] = stripe.refunds
    stripe.events.length = 0
    if (made !== undefined) stripe.endRefund(made, end)
    await hearAll()
    expect(await statusOf(sale, REFUND_PENDING)).toBe(end === 'succeeded' ? 'REFUND' : 'SETTLED')
    expect(told(sale).at(-1)).toBe(end === 'succeeded' ? 'CREDITVOID SUCCESS REFUND' : 'CREDITVOID DECLINED')
    expect(stripe.refunds.filter(({ payment_intent }) => payment_intent === intentOf(sale).id)).toHaveLength(
      1,
    )
  })

  test.each([
    ['ISK', '1000', '400', 40_000],
    ['MGA', '1000.00', '400.00', 400],
  ])('in %s is refunded, disputed and lost in its own units', async (order_currency, whole, part, amount) => {
    const sale = await settled(SUCCESS, { order_currency, order_amount: whole })
    await follow('CREDITVOID', sale, { amount: part })
    await rig.settle()
    expect(stripe.refunds[0]).toMatchObject({ payment_intent: intentOf(sale).id, amount })
    stripe.events.length = 0
    stripe.dispute(intentOf(sale), { amount, status: 'lost' })
    await hearAll()
    const notice = rig.inbox.findLast(({ action }) => action === 'CHARGEBACK')
    expect(notice).toMatchObject({ trans_id: sale.body.trans_id, amount: part, currency: order_currency })
  })

  test('in fractions of what the API counts whole is declined', async () => {
    const sale = await settled(SUCCESS, { order_currency: 'MGA', order_amount: '1000.00' })
    await follow('CREDITVOID', sale, { amount: '0.50' })
    await rig.settle()
    expect(told(sale).at(-1)).toBe('CREDITVOID DECLINED')
  })

  test('of what somebody refunded by hand meanwhile is declined', async () => {
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
    expect(told(sale).at(-1)).toBe('CREDITVOID DECLINED')
  })
})

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
  ])('%s is refused', async (_, header) => {
    const body = anEvent()
    expect((await hear(body, typeof header === 'string' ? header : header(body))).status).toBe(400)
  })

  test.each([
    ['by the secret before', (body: string) => stripe.signature(body, { secret: 'whsec_before' })],
    ['by several secrets', (body: string) => `${stripe.signature(body, { secret: 'x' })},v1=${markOf(body)}`],
    ['four minutes ago', (body: string) => stripe.signature(body, { at: secondsAgo(240) })],
  ])('signed %s is taken, and what concerns no payment of ours changes nothing', async (_, header) => {
    const body = anEvent()
    expect((await hear(body, header(body))).status).toBe(200)
  })

  test('that is no event is taken, since sending it again would not help', async () => {
    expect((await hear('{"id":"evt_2"}')).status).toBe(200)
    expect((await hear('not json')).status).toBe(200)
  })

  test('of a dispute books the charge-back once, after asking; an inquiry books none', async () => {
    const sale = await settled()
    stripe.events.length = 0
    stripe.dispute(intentOf(sale), { amount: 10_000, status: 'warning_needs_response' })
    await hearAll()
    expect(await statusOf(sale)).toBe('SETTLED')
    stripe.dispute(intentOf(sale), { amount: 4_000, status: 'needs_response' })
    const [event] = stripe.events
    await hearAll()
    await hear(event?.body ?? '')
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

  test('forged around a real payment moves nothing', async () => {
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
    expect((await hear(body)).status).toBe(200)
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
