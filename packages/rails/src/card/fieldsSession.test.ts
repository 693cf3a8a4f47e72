import { sameSignature, signRequest } from '@cambio/wire/partner/signature.ts'
import { describe, expect, test } from 'vitest'
import { signer, clientKey, card, formIs, railTo } from '../../testing/card/chargeRig.ts'
import { platformDouble, type Answering } from '../../testing/platformDouble.ts'

const amount = { units: 10_000n, currency: 'EUR' } as const

describe('the hosted form', () => {
  test('the hosted form is opened for the exchange page inside the partner page, signed over its body', async () => {
    await using platform = await platformDouble(() => ({
      status: 201,
      json: { session_id: 's1', url: 'https://pay.example/fields/frame/s1' },
    }))
    const form = await railTo(platform.url).openFields({
      ancestors: ['https://shop.example'],
      locale: 'de',
      cardToken: null,
      amount,
    })
    expect(form).toEqual({ sessionId: 's1', url: 'https://pay.example/fields/frame/s1' })
    const [request] = platform.requests
    expect(JSON.parse(request?.body ?? '')).toEqual({
      client_key: clientKey,
      parent_origin: 'https://exchange.example',
      ancestors: ['https://exchange.example', 'https://shop.example'],
      locale: 'de',
      req_token: 'Y',
      order_amount: '100.00',
      order_currency: 'EUR',
    })
    expect(request?.headers.get('content-type')).toBe('application/json')
    const expected = signRequest(signer.password, '/fields/sessions', request?.body ?? '')
    expect(sameSignature(expected, request?.headers.get('api-signature') ?? '')).toBe(true)
  })

  test('the hosted form of a saved card is opened by its token, and a token that the platform refuses is reported as such', async () => {
    const form = { ancestors: [], locale: undefined, cardToken: 'a'.repeat(64), amount }
    await using platform = await platformDouble(() => ({
      status: 400,
      json: { result: 'ERROR', error_code: 205006, error_message: 'Card token is expired.' },
    }))
    expect(await railTo(platform.url).openFields(form)).toBe('token_refused')
    expect(JSON.parse(platform.requests[0]?.body ?? '')).toMatchObject({ card_token: form.cardToken })
  })

  test.for([
    [formIs('open'), { is: 'open' }],
    [formIs('complete'), { is: 'complete', card, fingerprint: null }],
    [
      formIs('complete', 'google_pay'),
      { is: 'complete', card: { ...card, wallet: 'google_pay' }, fingerprint: null },
    ],
    [formIs('complete', 'a_new_wallet'), { is: 'complete', card, fingerprint: null }],
    [formIs('used'), { is: 'ended' }],
    [formIs('expired'), { is: 'ended' }],
    [{ status: 404, json: {} }, { is: 'ended' }],
  ] as const)('a card form that the platform answers with %j is %j', async ([answering, state]) => {
    await using platform = await platformDouble(() => answering)
    expect(await railTo(platform.url).fields('session-1')).toEqual(state)
  })

  test.for<[string, Answering]>([
    ['fails', { status: 500, json: {} }],
    ['refuses our signature', { status: 401, json: { state: 'open' } }],
    ['says nothing', 'silence'],
    ['makes no sense', { json: { session_id: 7, state: 'complete' } }],
  ])('the hosted form refuses the caller when the platform %s', async ([, answering]) => {
    await using platform = await platformDouble(() => answering)
    const rail = railTo(platform.url, { charge: 1_000, question: 100 })
    const refusal = { name: 'Refusal', code: 'platform_unreachable' }
    await expect(rail.fields('session-1')).rejects.toMatchObject(refusal)
    await expect(
      rail.openFields({ ancestors: [], locale: undefined, cardToken: null, amount }),
    ).rejects.toMatchObject(refusal)
  })

  test('only the operator learns that the platform does not know this merchant', async () => {
    await using platform = await platformDouble(() => ({
      status: 401,
      json: { code: 'credentials_invalid' },
    }))
    const rail = railTo(platform.url)
    for (const asking of [
      rail.fields('session-1'),
      rail.openFields({ ancestors: [], locale: undefined, cardToken: null, amount }),
    ]) {
      await expect(asking).rejects.toMatchObject({
        message: expect.not.stringContaining('MERCHANT_KEY'),
        cause: { message: expect.stringContaining('(status 401): check MERCHANT_KEY and MERCHANT_PASSWORD') },
      })
    }
  })
})
