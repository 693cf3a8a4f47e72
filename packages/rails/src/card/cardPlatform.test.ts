import type { ChargeOrder, ChargeState } from '@cambio/exchange/ports/CardRail.ts'
import { sameSignature, signRequest } from '@cambio/wire/signature.ts'
import { describe, expect, it } from 'vitest'
import { cardPlatform } from './cardPlatform.ts'
import { hashFollowUp, hashSale } from './hash.ts'
import { platformDouble, type Answering, type Heard } from './platformDouble.ts'

const signer = { password: 'merchant-password', hash: 'md5' } as const
const clientKey = '11111111-1111-4111-8111-111111111111'
const transId = 'aaaff66a-904f-11ea-833e-0242ac1f0007'
const cardToken = 'ab'.repeat(32)
const card = { mask: '411111******1111', brand: 'Visa', issuerCountry: null } as const
const eur100 = { units: 10_000n, currency: 'EUR' }
const order: ChargeOrder = {
  platformOrderId: 'AB1CD-XY2ZW3-1-r4nd0m',
  transId: null,
  email: 'doe@example.com',
  card,
  sessionId: 'session-1',
  amount: eur100,
  payer: {
    first_name: 'Jürgen',
    last_name: 'Doe',
    birth_date: '1980-02-29',
    country: 'DE',
    state: 'Berlin',
    city: 'Berlin',
    address: 'Unter den Linden 1, "Hof"',
    postal_code: '10117',
    phone: '+49 30 1234567',
  },
  payerIp: '2001:db8::7',
  description: 'CID:42',
  returnTo: 'frame',
}
const known = { ...order, transId }
const about = { order_id: order.platformOrderId, trans_id: transId, amount: '100.00', currency: 'EUR' }
const formIs = (state: string): Answering => ({
  json: {
    state,
    ...(state === 'complete' ? { card_token: cardToken, card: card.mask, card_brand: 'Visa' } : {}),
  },
})
const notFound: Answering = {
  status: 400,
  json: { result: 'ERROR', error_code: 208001, error_message: 'Payment not found.' },
}

/** A platform whose form is complete and whose actions answer as told; anything else fails the test. */
function platformWith(
  actions: Record<string, Answering | ((heard: Heard) => Answering)>,
  form = formIs('complete'),
) {
  return platformDouble((heard) => {
    if (heard.path === '/fields/sessions/session-1') return form
    if (heard.path === '/good') return { text: heldWith('good') }
    const answering = actions[heard.form['action'] ?? '']
    if (answering === undefined) throw new Error(`Unexpected ${heard.path} ${heard.form['action']}`)
    return typeof answering === 'function' ? answering(heard) : answering
  })
}

function railTo(url: string, limitsMs?: { charge: number; question: number }) {
  const baseUrl = 'https://exchange.example'
  return cardPlatform({ ...signer, paymentUrl: url, clientKey, baseUrl, ...(limitsMs ? { limitsMs } : {}) })
}

async function charged(sale: Answering, actions: Record<string, Answering> = {}): Promise<ChargeState> {
  await using platform = await platformWith({ SALE: sale, ...actions })
  return await railTo(platform.url, { charge: 2_000, question: 2_000 }).charge(order)
}

function heldWith(descriptor: string): string {
  return JSON.stringify({ ...about, result: 'SUCCESS', status: 'PENDING', descriptor })
}

const saleAnswer = (more: object) => ({ json: { action: 'SALE', ...about, ...more } })

describe('charge', () => {
  it('sends one SALE with the token of the form, signed, without number or security code', async () => {
    await using platform = await platformWith({ SALE: saleAnswer({ result: 'SUCCESS', status: 'PENDING' }) })
    const state = await railTo(platform.url).charge(order)
    expect(state).toEqual({
      is: 'held',
      transId,
      amount: eur100,
      captureRefused: false,
      returnRefused: false,
    })
    const [form, sale] = platform.heard
    expect(platform.heard).toHaveLength(2)
    expect(form?.headers.get('api-key')).toBe(clientKey)
    expect(
      sameSignature(
        signRequest(signer.password, '/fields/sessions/session-1', ''),
        form?.headers.get('api-signature') ?? '',
      ),
    ).toBe(true)
    expect(sale?.path).toBe('/post')
    expect(sale?.form).toEqual({
      action: 'SALE',
      client_key: clientKey,
      order_id: order.platformOrderId,
      order_amount: '100.00',
      order_currency: 'EUR',
      order_description: 'CID:42',
      card_token: cardToken,
      payer_first_name: 'Jürgen',
      payer_last_name: 'Doe',
      payer_birth_date: '1980-02-29',
      payer_address: 'Unter den Linden 1, "Hof"',
      payer_country: 'DE',
      payer_state: 'Berlin',
      payer_city: 'Berlin',
      payer_zip: '10117',
      payer_email: 'doe@example.com',
      payer_phone: '+49 30 1234567',
      payer_ip: '2001:db8::7',
      term_url_3ds: `https://exchange.example/paystatus/${clientKey}/${order.platformOrderId}/`,
      term_url_target: '_self',
      hash: hashSale(signer, order.email, cardToken),
    })
  })

  it('brings a challenge on the order page back at top level', async () => {
    await using platform = await platformWith({ SALE: saleAnswer({ result: 'SUCCESS', status: 'PENDING' }) })
    await railTo(platform.url).charge({ ...order, returnTo: 'top' })
    expect(platform.heard.at(-1)?.form['term_url_target']).toBe('_top')
  })

  it.for([
    [
      'a decline with its reason',
      { result: 'DECLINED', status: 'DECLINED', decline_reason: 'Insufficient funds' },
      { is: 'declined', transId, reason: 'Insufficient funds' },
    ],
    [
      'a decline without one',
      { result: 'DECLINED', status: 'DECLINED' },
      { is: 'declined', transId, reason: 'Declined by processing' },
    ],
    [
      'a sale that settled at once',
      { result: 'SUCCESS', status: 'SETTLED' },
      { is: 'settled', transId, amount: eur100, returnRefused: false },
    ],
    [
      'an outcome that is not known yet',
      { result: 'UNDEFINED', status: 'PREPARE' },
      { is: 'unknown', why: expect.any(String) },
    ],
    [
      'a redirect without parameters',
      {
        result: 'REDIRECT',
        status: 'REDIRECT',
        redirect_url: 'https://bank.example/?a=1',
        redirect_method: 'GET',
      },
      {
        is: 'challenged',
        transId,
        challenge: { url: 'https://bank.example/?a=1', method: 'GET', params: null },
      },
    ],
  ] as const)('understands %s', async ([, answer, state]) => {
    expect(await charged(saleAnswer(answer))).toEqual(state)
  })

  it('keeps redirect_params byte for byte', async () => {
    const params = String.raw`{ "PaReq":"eJx\/Vt+y\u00e9==", "MD" : "1.0e2","TermUrl":"https:\/\/p.example\/v" }`
    const text = `{"action":"SALE","result":"REDIRECT","status":"3DS","order_id":"${order.platformOrderId}","trans_id":"${transId}","redirect_url":"https://acs.example/","redirect_params": ${params} ,"redirect_method":"POST"}`
    expect(await charged({ text })).toEqual({
      is: 'challenged',
      transId,
      challenge: { url: 'https://acs.example/', method: 'POST', params },
    })
  })

  it.for<[string, Answering]>([
    ['a dropped connection', 'hang up'],
    ['an answer that breaks off', 'hang up halfway'],
    ['status 500', { status: 500, json: { result: 'ERROR', error_code: 208001 } }],
    ['status 503 with a good body', { status: 503, ...saleAnswer({ result: 'SUCCESS', status: 'PENDING' }) }],
    ['a page instead of JSON', { text: '<html>Bad gateway</html>' }],
    ['an empty body', { text: '' }],
    ['JSON that is no object', { json: [] }],
    ['bytes that are no UTF-8', { text: Buffer.from(heldWith('\u00ff'), 'latin1') }],
    ['a body without end', { text: heldWith('x'.repeat(300_000)) }],
    ['another order', saleAnswer({ result: 'SUCCESS', status: 'PENDING', order_id: 'other' })],
    [
      'a hold without amount',
      { json: { ...about, result: 'SUCCESS', status: 'PENDING', amount: undefined } },
    ],
    ['a hold of an unknown currency', saleAnswer({ result: 'SUCCESS', status: 'PENDING', currency: 'ZZZ' })],
    ['a hold of a broken amount', saleAnswer({ result: 'SUCCESS', status: 'PENDING', amount: '1e2' })],
    ['a status nobody knows', saleAnswer({ result: 'SUCCESS', status: 'WONDERFUL' })],
    [
      'a challenge at no web address',
      saleAnswer({ result: 'REDIRECT', status: '3DS', redirect_url: 'javascript:alert(1)' }),
    ],
    ['a redirect to a good answer', { status: 307, text: '', headers: { location: '/good' } }],
  ])('does not know the outcome after %s, and does not send it again', async ([, answering]) => {
    await using platform = await platformWith({ SALE: answering })
    const state = await railTo(platform.url).charge(order)
    expect(state).toEqual({ is: 'unknown', why: expect.any(String) })
    expect(platform.actions()).toEqual(['SALE'])
  })

  it('does not know the outcome of a SALE that is not answered within its limit', async () => {
    await using platform = await platformWith({ SALE: 'silence' })
    const state = await railTo(platform.url, { charge: 100, question: 80 }).charge(order)
    expect(state).toEqual({ is: 'unknown', why: 'The platform did not answer in time' })
  })

  it('sends nothing while the form cannot be read', async () => {
    await using platform = await platformWith({}, 'silence')
    const state = await railTo(platform.url, { charge: 1_000, question: 50 }).charge(order)
    expect(state.is).toBe('unknown')
    expect(platform.actions()).toEqual([])
  })

  it('never charges a form again whose card was used: it asks what became of it', async () => {
    const held = { ...about, action: 'GET', result: 'SUCCESS', status: 'PENDING' }
    await using platform = await platformWith(
      {
        GET_TRANS_STATUS_BY_ORDER: { json: held },
        GET_TRANS_DETAILS: { json: { ...held, transactions: [] } },
      },
      formIs('used'),
    )
    expect(await railTo(platform.url).charge(order)).toMatchObject({ is: 'held', amount: eur100 })
    expect(platform.actions()).not.toContain('SALE')
  })

  it.for(['open', 'expired'])('says that nothing was charged when the form is %s', async (form) => {
    await using platform = await platformWith({ GET_TRANS_STATUS_BY_ORDER: notFound }, formIs(form))
    expect(await railTo(platform.url).charge(order)).toEqual({ is: 'absent' })
  })

  const refused = (error_code: number): Answering => ({
    status: 400,
    json: { result: 'ERROR', error_code, error_message: 'No.' },
  })

  it('asks before it believes that a refused SALE charged nothing', async () => {
    const answer = { ...about, result: 'SUCCESS', status: 'DECLINED', decline_reason: 'Do not honor' }
    expect(await charged(refused(100_000), { GET_TRANS_STATUS_BY_ORDER: { json: answer } })).toEqual({
      is: 'declined',
      transId,
      reason: 'Do not honor',
    })
    expect(await charged(refused(100_000), { GET_TRANS_STATUS_BY_ORDER: 'hang up' })).toEqual({
      is: 'unknown',
      why: expect.any(String),
    })
  })

  it.for([100_000, 204_002, 205_006])('is declined by refusal %i of a SALE nobody knows of', async (code) => {
    expect(await charged(refused(code), { GET_TRANS_STATUS_BY_ORDER: notFound })).toEqual({
      is: 'declined',
      transId: null,
      reason: 'Declined by processing',
    })
  })

  it.for([400, 429])('may be tried again after refusal %i', async (code) => {
    expect(await charged(refused(code), { GET_TRANS_STATUS_BY_ORDER: notFound })).toEqual({ is: 'absent' })
  })
})

describe('ask', () => {
  const details = (status: string, ...transactions: object[]): Answering => ({
    json: { ...about, action: 'GET_TRANS_DETAILS', result: 'SUCCESS', status, transactions },
  })
  const auth = { type: 'AUTH', status: 'success', amount: '100.00' }
  const capture = (status: string, amount = '100.00') => ({ type: 'CAPTURE', status, amount })
  const refund = (type: string, status: string) => ({ type, status, amount: '100.00' })

  it('asks by its own id while it has no other, then for the history, both signed', async () => {
    const pending = { ...about, result: 'SUCCESS', status: 'PENDING' }
    await using platform = await platformWith({
      GET_TRANS_STATUS_BY_ORDER: { json: pending },
      GET_TRANS_DETAILS: details('SETTLED', auth, capture('waiting'), capture('success')),
    })
    expect(await railTo(platform.url).ask(order)).toEqual({
      is: 'settled',
      transId,
      amount: eur100,
      returnRefused: false,
    })
    expect(platform.heard.map(({ form }) => form)).toEqual([
      {
        action: 'GET_TRANS_STATUS_BY_ORDER',
        client_key: clientKey,
        order_id: order.platformOrderId,
        hash: hashFollowUp(signer, order.email, order.platformOrderId, card),
      },
      {
        action: 'GET_TRANS_DETAILS',
        client_key: clientKey,
        trans_id: transId,
        hash: hashFollowUp(signer, order.email, transId, card),
      },
    ])
  })

  it.for<[string, Answering, object]>([
    [
      'a hold whose capture was refused',
      details('PENDING', auth, capture('waiting'), capture('fail')),
      { is: 'held', transId, amount: eur100, captureRefused: true, returnRefused: false },
    ],
    [
      'a hold that is being captured',
      details('PENDING', auth, capture('waiting')),
      { is: 'held', transId, amount: eur100, captureRefused: false, returnRefused: false },
    ],
    [
      'a capture that is tried once more',
      details('PENDING', auth, capture('fail'), capture('waiting')),
      { is: 'held', transId, amount: eur100, captureRefused: false, returnRefused: false },
    ],
    [
      'a hold that would not be given back',
      details('PENDING', auth, refund('REVERSAL', 'waiting'), refund('REVERSAL', 'fail')),
      { is: 'held', transId, amount: eur100, captureRefused: false, returnRefused: true },
    ],
    [
      'less captured than was held',
      details('SETTLED', auth, capture('success', '60.00')),
      { is: 'settled', transId, amount: { units: 6_000n, currency: 'EUR' }, returnRefused: false },
    ],
    [
      'a refund that was refused',
      details('SETTLED', auth, capture('success'), refund('REFUND', 'waiting'), refund('REFUND', 'fail')),
      { is: 'settled', transId, amount: eur100, returnRefused: true },
    ],
    [
      'a refund under way after one that was refused',
      details(
        'SETTLED',
        auth,
        capture('success'),
        refund('CREDITVOID', 'fail'),
        refund('CREDITVOID', 'waiting'),
      ),
      { is: 'settled', transId, amount: eur100, returnRefused: false },
    ],
    ['a voided hold', details('REVERSAL', auth), { is: 'returned', transId }],
    ['a refunded payment', details('REFUND', auth), { is: 'returned', transId }],
    ['a payment voided on its day', details('VOID', auth), { is: 'returned', transId }],
    [
      'a chargeback in two parts',
      details(
        'CHARGEBACK',
        { type: 'CHARGEBACK', status: 'success', amount: '40.00' },
        { type: 'CHARGEBACK', status: 'success', amount: '60.00' },
      ),
      { is: 'charged_back', transId, amount: eur100 },
    ],
    ['a challenge', details('3DS', auth), { is: 'challenged', transId, challenge: null }],
    ['an outcome to come', details('PREPARE'), { is: 'unknown', why: expect.any(String) }],
    [
      'an amount that cannot be',
      details('SETTLED', capture('success', '-1')),
      { is: 'unknown', why: expect.any(String) },
    ],
    [
      'a payment that is no longer known',
      notFound,
      { is: 'unknown', why: expect.stringContaining('208001') },
    ],
  ])('understands %s', async ([, answering, state]) => {
    await using platform = await platformWith({ GET_TRANS_DETAILS: answering })
    expect(await railTo(platform.url).ask(known)).toEqual(state)
  })

  it('finds the bank page of a SALE whose answer was lost', async () => {
    const text = `{"result":"SUCCESS","status":"3DS","order_id":"${order.platformOrderId}","trans_id":"${transId}","redirect_url":"https://acs.example/","redirect_params":[],"redirect_method":"GET"}`
    await using platform = await platformWith({ GET_TRANS_STATUS_BY_ORDER: { text } })
    expect(await railTo(platform.url).ask(order)).toEqual({
      is: 'challenged',
      transId,
      challenge: { url: 'https://acs.example/', method: 'GET', params: '[]' },
    })
  })

  it('says absent only when the platform never heard of the order', async () => {
    await using platform = await platformWith({ GET_TRANS_STATUS_BY_ORDER: notFound })
    expect(await railTo(platform.url).ask(order)).toEqual({ is: 'absent' })
  })

  it.for([100_000, 204_002, '429'])('takes error %s for no answer', async (error_code) => {
    await using platform = await platformWith({
      GET_TRANS_STATUS_BY_ORDER: { status: 400, json: { result: 'ERROR', error_code } },
    })
    expect((await railTo(platform.url).ask(order)).is).toBe('unknown')
  })

  it('gives up on a silent platform within its limit', async () => {
    await using platform = await platformWith({ GET_TRANS_STATUS_BY_ORDER: 'silence' })
    const state = await railTo(platform.url, { charge: 1_000, question: 50 }).ask(order)
    expect(state).toEqual({ is: 'unknown', why: 'The platform did not answer in time' })
  })

  it('does not know anything of a platform that is not there', async () => {
    const platform = await platformWith({})
    await platform[Symbol.asyncDispose]()
    expect(await railTo(platform.url).ask(order)).toEqual({
      is: 'unknown',
      why: 'The connection failed (ECONNREFUSED)',
    })
  })
})

describe('giveBack', () => {
  const creditvoid = {
    action: 'CREDITVOID',
    result: 'ACCEPTED',
    order_id: order.platformOrderId,
    trans_id: transId,
  }
  const error = (error_code: number): Answering => ({ status: 400, json: { result: 'ERROR', error_code } })
  const history = (status: string, ...transactions: object[]): Answering => ({
    json: { ...about, result: 'SUCCESS', status, transactions },
  })

  it('asks for the whole amount: no amount is named', async () => {
    await using platform = await platformWith({ CREDITVOID: { json: creditvoid } })
    expect(await railTo(platform.url).giveBack(known)).toBe('accepted')
    expect(platform.heard[0]?.form).toEqual({
      action: 'CREDITVOID',
      client_key: clientKey,
      trans_id: transId,
      hash: hashFollowUp(signer, order.email, transId, card),
    })
  })

  it.for<[string, Answering, string]>([
    ['a refund that is under way', history('SETTLED', { type: 'REFUND', status: 'waiting' }), 'accepted'],
    ['a hold that was voided', history('REVERSAL', { type: 'REVERSAL', status: 'success' }), 'accepted'],
    ['a payment that was refunded', history('REFUND'), 'accepted'],
    ['a return that failed', history('SETTLED', { type: 'REFUND', status: 'fail' }), 'refused'],
    ['a payment it never began to return', history('SETTLED'), 'refused'],
    ['a declined payment', history('DECLINED'), 'refused'],
    ['a capture in the middle', history('PENDING', { type: 'CAPTURE', status: 'waiting' }), 'unknown'],
    ['no history', error(208_001), 'unknown'],
    ['silence', 'silence', 'unknown'],
  ])('when refused, looks at the history: %s', async ([, details, outcome]) => {
    await using platform = await platformWith({ CREDITVOID: error(208_005), GET_TRANS_DETAILS: details })
    expect(await railTo(platform.url, { charge: 1_000, question: 200 }).giveBack(known)).toBe(outcome)
  })

  it('does not know whether a return was taken on that was not answered', async () => {
    await using platform = await platformWith({ CREDITVOID: 'hang up' })
    expect(await railTo(platform.url).giveBack(known)).toBe('unknown')
  })
})

describe('the hosted form', () => {
  it('is opened for the exchange page inside the partner page, signed over its body', async () => {
    await using platform = await platformDouble(() => ({
      status: 201,
      json: { session_id: 's1', url: 'https://pay.example/fields/frame/s1' },
    }))
    const form = await railTo(platform.url).openFields({ ancestors: ['https://shop.example'], locale: 'de' })
    expect(form).toEqual({ sessionId: 's1', url: 'https://pay.example/fields/frame/s1' })
    const [heard] = platform.heard
    expect(JSON.parse(heard?.body ?? '')).toEqual({
      client_key: clientKey,
      parent_origin: 'https://exchange.example',
      ancestors: ['https://exchange.example', 'https://shop.example'],
      locale: 'de',
    })
    expect(heard?.headers.get('content-type')).toBe('application/json')
    const expected = signRequest(signer.password, '/fields/sessions', heard?.body ?? '')
    expect(sameSignature(expected, heard?.headers.get('api-signature') ?? '')).toBe(true)
  })

  it.for([
    [formIs('open'), { is: 'open' }],
    [formIs('complete'), { is: 'complete', card }],
    [formIs('used'), { is: 'over' }],
    [formIs('expired'), { is: 'over' }],
    [{ status: 404, json: {} }, { is: 'over' }],
  ] as const)('%j is %j', async ([answering, state]) => {
    await using platform = await platformDouble(() => answering)
    expect(await railTo(platform.url).fields('session-1')).toEqual(state)
  })

  it.for<[string, Answering]>([
    ['fails', { status: 500, json: {} }],
    ['refuses our signature', { status: 401, json: { state: 'open' } }],
    ['says nothing', 'silence'],
    ['makes no sense', { json: { session_id: 7, state: 'complete' } }],
  ])('refuses the caller when the platform %s', async ([, answering]) => {
    await using platform = await platformDouble(() => answering)
    const rail = railTo(platform.url, { charge: 1_000, question: 100 })
    const refusal = { name: 'Refusal', code: 'platform_unreachable' }
    await expect(rail.fields('session-1')).rejects.toMatchObject(refusal)
    await expect(rail.openFields({ ancestors: [], locale: undefined })).rejects.toMatchObject(refusal)
  })
})
