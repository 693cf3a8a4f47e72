import type { CardRail } from '@cambio/exchange/payin/card/CardRail.ts'
import { sameSignature, signRequest } from '@cambio/wire/partner/signature.ts'
import { describe, expect, test } from 'vitest'
import {
  about,
  signer,
  clientKey,
  transId,
  cardToken,
  eur100,
  order,
  formIs,
  notFound,
  platformWith,
  railTo,
  heldWith,
} from '../../testing/card/chargeRig.ts'
import type { Answering } from '../../testing/platformDouble.ts'
import { hashSale } from './hash.ts'

async function charged(
  sale: Answering,
  actions: Record<string, Answering> = {},
): ReturnType<CardRail['charge']> {
  await using platform = await platformWith({ SALE: sale, ...actions })
  return await railTo(platform.url, { charge: 2_000, question: 2_000 }).charge(order)
}

const saleAnswer = (more: object) => ({ json: { action: 'SALE', ...about, ...more } })

describe('a charge', () => {
  test('a charge sends one SALE with the token of the form, signed, without number or security code', async () => {
    await using platform = await platformWith({ SALE: saleAnswer({ result: 'SUCCESS', status: 'PENDING' }) })
    const state = await railTo(platform.url).charge(order)
    expect(state).toEqual({
      is: 'held',
      transId,
      amount: eur100,
      captureRefused: false,
      returnRefused: false,
    })
    const [form, sale] = platform.requests
    expect(platform.requests).toHaveLength(2)
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

  test('a charge sends the city as state and 00000 as postal code where the address has neither', async () => {
    await using platform = await platformWith({ SALE: saleAnswer({ result: 'SUCCESS', status: 'PENDING' }) })
    const { state: _state, postal_code: _postalCode, ...payer } = order.payer
    await railTo(platform.url).charge({ ...order, payer: { ...payer, city: 'K'.repeat(40) } })
    expect(platform.requests[1]?.form).toMatchObject({
      payer_state: 'K'.repeat(32),
      payer_city: 'K'.repeat(40),
      payer_zip: '00000',
    })
  })

  test('a charge replaces unprintable characters in the details by a space, since the platform refuses them', async () => {
    await using platform = await platformWith({ SALE: saleAnswer({ result: 'SUCCESS', status: 'PENDING' }) })
    const payer = {
      ...order.payer,
      last_name: 'O\u0092Brien',
      address: 'M\uFFFDllerweg\u0001 \u007F1',
      city: 'Łódź',
    }
    await railTo(platform.url).charge({ ...order, payer })
    expect(platform.requests[1]?.form).toMatchObject({
      payer_last_name: 'O Brien',
      payer_address: 'M llerweg   1',
      payer_city: 'Łódź',
    })
  })

  test('a challenge on the order page returns there at top level', async () => {
    await using platform = await platformWith({ SALE: saleAnswer({ result: 'SUCCESS', status: 'PENDING' }) })
    await railTo(platform.url).charge({ ...order, returnTo: 'top' })
    expect(platform.requests.at(-1)?.form['term_url_target']).toBe('_top')
  })

  test.for([
    [
      'a decline with its reason',
      { result: 'DECLINED', status: 'DECLINED', decline_reason: 'Insufficient funds' },
      { is: 'declined', transId, reason: 'Insufficient funds' },
    ],
    [
      'a payer who turned back at the bank',
      { result: 'DECLINED', status: 'DECLINED', decline_reason: 'Do not honor', canceled_by_payer: true },
      { is: 'declined', transId, reason: 'Canceled by the buyer at the bank' },
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
  ] as const)('a charge reads %s', async ([, answer, state]) => {
    expect(await charged(saleAnswer(answer))).toEqual(state)
  })

  test('a charge keeps redirect_params byte for byte', async () => {
    const params = String.raw`{ "PaReq":"eJx\/Vt+y\u00e9==", "MD" : "1.0e2","TermUrl":"https:\/\/p.example\/v" }`
    const text = `{"action":"SALE","result":"REDIRECT","status":"3DS","order_id":"${order.platformOrderId}","trans_id":"${transId}","redirect_url":"https://acs.example/","redirect_params": ${params} ,"redirect_method":"POST"}`
    expect(await charged({ text })).toEqual({
      is: 'challenged',
      transId,
      challenge: { url: 'https://acs.example/', method: 'POST', params },
    })
  })

  test.for<[string, Answering]>([
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
    ['an unknown status', saleAnswer({ result: 'SUCCESS', status: 'WONDERFUL' })],
    [
      'a challenge at no web address',
      saleAnswer({ result: 'REDIRECT', status: '3DS', redirect_url: 'javascript:alert(1)' }),
    ],
    ['a redirect to a good answer', { status: 307, text: '', headers: { location: '/good' } }],
  ])('a charge has an unknown outcome after %s, and is not sent again', async ([, answering]) => {
    await using platform = await platformWith({ SALE: answering })
    const state = await railTo(platform.url).charge(order)
    expect(state).toEqual({ is: 'unknown', why: expect.any(String) })
    expect(platform.actions()).toEqual(['SALE'])
  })

  test('a charge has an unknown outcome when its SALE is not answered within its limit', async () => {
    await using platform = await platformWith({ SALE: 'silence' })
    const state = await railTo(platform.url, { charge: 100, question: 80 }).charge(order)
    expect(state).toEqual({ is: 'unknown', why: 'The platform did not answer in time' })
  })

  test('a charge sends nothing while the form cannot be read', async () => {
    await using platform = await platformWith({}, 'silence')
    const state = await railTo(platform.url, { charge: 1_000, question: 50 }).charge(order)
    expect(state.is).toBe('unknown')
    expect(platform.actions()).toEqual([])
  })

  test('a charge never uses a form twice: it asks for the outcome of the first use', async () => {
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

  test.for(['open', 'expired'])(
    'a charge reports that nothing was charged when the form is %s',
    async (form) => {
      await using platform = await platformWith({ GET_TRANS_STATUS_BY_ORDER: notFound }, formIs(form))
      expect(await railTo(platform.url).charge(order)).toEqual({ is: 'absent' })
    },
  )

  const refused = (error_code: number): Answering => ({
    status: 400,
    json: { result: 'ERROR', error_code, error_message: 'No.' },
  })

  test('a charge asks the platform before it reports that a refused SALE charged nothing', async () => {
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

  test.for([100_000, 204_002, 205_006])(
    'a charge is declined by refusal %i of a SALE that the platform does not know',
    async (code) => {
      expect(await charged(refused(code), { GET_TRANS_STATUS_BY_ORDER: notFound })).toEqual({
        is: 'declined',
        transId: null,
        reason: 'Declined by processing',
      })
    },
  )

  test('a charge may be tried again after a refusal as a duplicate of an unknown SALE', async () => {
    expect(await charged(refused(400), { GET_TRANS_STATUS_BY_ORDER: notFound })).toEqual({ is: 'absent' })
  })

  test('an overloaded platform rejects a charge, unless it knows the charge already', async () => {
    expect(await charged(refused(429), { GET_TRANS_STATUS_BY_ORDER: notFound })).toEqual({
      is: 'turned_away',
    })
    const held = { ...about, result: 'SUCCESS', status: 'PENDING' }
    const heldAnswers = { GET_TRANS_STATUS_BY_ORDER: { json: held }, GET_TRANS_DETAILS: { json: held } }
    expect(await charged(refused(429), heldAnswers)).toMatchObject({ is: 'held' })
    expect(await charged(refused(429), { GET_TRANS_STATUS_BY_ORDER: 'hang up' })).toMatchObject({
      is: 'unknown',
    })
  })
})
