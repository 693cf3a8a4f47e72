import { CallbackV1, CallbackV2, CodeCallback } from '@cambio/wire/partner/Callback.ts'
import { signCallback, signWebhook } from '@cambio/wire/partner/signature.ts'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { verifyCallback } from './callback.ts'
import { makeTestCallback } from './testing.ts'

const secret = 'sandbox-callback-secret'
const at = new Date('2026-03-01T12:00:00Z')
const later = (seconds: number) => new Date(at.getTime() + seconds * 1_000)
const made = makeTestCallback({ secret, at, id: 'cb_1' })
const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(made.headers).filter(([name]) => !names.includes(name)))
const webhookHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature']

describe('verifyCallback', () => {
  test('verifyCallback reads a signed callback of either version, with its id', () => {
    const second = verifyCallback({ ...made, secret, now: at })
    expect(second).toMatchObject({ ok: true, id: 'cb_1', callback: { version: 2 } })
    expect(second.ok && CallbackV2.safeParse(second.callback).success).toBe(true)
    const flat = makeTestCallback({ secret, at, version: 1, order: { status: 'processing' } })
    const first = verifyCallback({ ...flat, secret, now: at })
    expect(first).toMatchObject({ ok: true, callback: { status: 'processing', payin_amount: 100 } })
    expect(first.ok && CallbackV1.safeParse(first.callback).success).toBe(true)
  })

  test('verifyCallback reads the code of a withdrawal, and its order', () => {
    const code = makeTestCallback({ secret, at, id: 'cb_3', withdrawal: { code: '042817' } })
    const verified = verifyCallback({ ...code, secret, now: at })
    expect(verified).toMatchObject({
      ok: true,
      id: 'cb_3',
      callback: { type: 'withdrawal_code', withdrawal: { code: '042817', partner_order_id: 'test-order-1' } },
    })
    expect(verified.ok && CodeCallback.safeParse(verified.callback).success).toBe(true)
    const altered = { ...code, body: code.body.replace('042817', '042818') }
    expect(verifyCallback({ ...altered, secret, now: at })).toEqual({ ok: false, reason: 'signature_wrong' })
  })

  test.for([{ code: '12345' }, { uuid: 'none' }, { expiration_time_sec: undefined }])(
    'verifyCallback cannot read a withdrawal’s code with %j',
    (withdrawal) => {
      const callback = makeTestCallback({ secret, at, withdrawal: withdrawal as object })
      const verified = verifyCallback({ ...callback, secret, now: at })
      expect(verified).toEqual({ ok: false, reason: 'body_unreadable' })
    },
  )

  test('verifyCallback takes the secret as libraries of Standard Webhooks take it', () => {
    const webhookSecret = `whsec_${Buffer.from(secret).toString('base64')}`
    expect(verifyCallback({ ...made, secret: webhookSecret, now: at })).toMatchObject({
      ok: true,
      id: 'cb_1',
    })
    const headers = { 'API-Signature': String(made.headers['API-Signature']) }
    const undated = { body: made.body, headers, secret: webhookSecret, undated: true }
    expect(verifyCallback(undated).ok).toBe(true)
    expect(makeTestCallback({ secret: webhookSecret, at, id: 'cb_1' })).toEqual(made)
  })

  test('verifyCallback goes by the current time where none is given', () => {
    expect(verifyCallback({ ...makeTestCallback({ secret }), secret }).ok).toBe(true)
    const reason = 'timestamp_outside_tolerance'
    expect(verifyCallback({ ...made, secret })).toEqual({ ok: false, reason })
  })

  test('verifyCallback takes headers as fetch and as Node.js gives them, padded or not', () => {
    const lowerCased = Object.entries(made.headers).map(([name, value]) => [name.toLowerCase(), value])
    const node: Record<string, string | string[]> = Object.fromEntries(lowerCased)
    const unpadded = { ...node, 'api-signature': String(node['api-signature']).replace(/=+$/, '') }
    const listed = { ...node, 'webhook-id': ['cb_1'] }
    for (const headers of [new Headers(made.headers), node, unpadded, listed])
      expect(verifyCallback({ body: made.body, headers, secret, now: at }).ok).toBe(true)
  })

  test('verifyCallback accepts the published signature', () => {
    const body = '{"partner_order_id":"xxxxx-xxxxx-xxxx1"}'
    const headers = {
      'API-Signature':
        'hhBzcm5RuR7AG1e6zVAQOQla4lOzVAyib7Mo6yYDnfKW8GPdgLYFpbEVq/C5jq6GbRY1qPcTrcLFdrtI0n9IQw==',
    }
    const verified = verifyCallback({ body, headers, secret: 'xxxxxxxx', now: at, undated: true })
    expect(verified).toEqual({ ok: false, reason: 'body_unreadable' })
    const other = verifyCallback({ body: `${body} `, headers, secret: 'xxxxxxxx', now: at, undated: true })
    expect(other).toEqual({ ok: false, reason: 'signature_wrong' })
  })

  test('verifyCallback refuses a body with any one character changed', () => {
    fc.assert(
      fc.property(
        fc.nat(made.body.length - 1),
        fc.string({ minLength: 1, maxLength: 1 }),
        (index, character) => {
          fc.pre(made.body[index] !== character)
          const body = made.body.slice(0, index) + character + made.body.slice(index + 1)
          const verified = verifyCallback({ body, headers: made.headers, secret, now: at })
          expect(verified).toEqual({ ok: false, reason: 'signature_wrong' })
        },
      ),
    )
  })

  test('verifyCallback refuses what another secret signed', () => {
    const other = makeTestCallback({ secret: 'another', at })
    expect(verifyCallback({ ...other, secret, now: at })).toEqual({ ok: false, reason: 'signature_wrong' })
  })

  test('verifyCallback refuses a replay, and a clock that is ahead', () => {
    const outside = { ok: false, reason: 'timestamp_outside_tolerance' }
    expect(verifyCallback({ ...made, secret, now: later(300) }).ok).toBe(true)
    expect(verifyCallback({ ...made, secret, now: later(301) })).toEqual(outside)
    expect(verifyCallback({ ...made, secret, now: later(-301) })).toEqual(outside)
    expect(verifyCallback({ ...made, secret, now: later(301), toleranceSeconds: 400 }).ok).toBe(true)
  })

  test.for<[string, Record<string, string>, string]>([
    ['no header at all', {}, 'signature_missing'],
    ['no API-Signature', without('API-Signature'), 'signature_missing'],
    ['no Standard Webhooks headers', without(...webhookHeaders), 'signature_missing'],
    ['no id', without('webhook-id'), 'signature_wrong'],
    ['no timestamp', without('webhook-timestamp'), 'signature_wrong'],
    ['no webhook signature', without('webhook-signature'), 'signature_wrong'],
    ['another id', { ...made.headers, 'webhook-id': 'cb_2' }, 'signature_wrong'],
    ['a fresher timestamp', { ...made.headers, 'webhook-timestamp': '1772366401' }, 'signature_wrong'],
  ])('verifyCallback refuses %s', ([, headers, reason]) => {
    expect(verifyCallback({ body: made.body, headers, secret, now: at })).toEqual({ ok: false, reason })
  })

  test('verifyCallback refuses a signed timestamp that is no time', () => {
    const headers = {
      ...made.headers,
      'webhook-timestamp': 'soon',
      'webhook-signature': signWebhook(secret, 'cb_1', 'soon', made.body),
    }
    const verified = verifyCallback({ body: made.body, headers, secret, now: at })
    expect(verified).toEqual({ ok: false, reason: 'timestamp_outside_tolerance' })
  })

  test('verifyCallback takes one of several webhook signatures, as after a change of secrets', () => {
    const signature = `v1,${'A'.repeat(43)}= ${made.headers['webhook-signature']} v1a,other`
    const headers = { ...made.headers, 'webhook-signature': signature }
    expect(verifyCallback({ body: made.body, headers, secret, now: at }).ok).toBe(true)
  })

  test('verifyCallback takes a signature by our former secret beside one by a new secret that we do not have yet', () => {
    const fresh = makeTestCallback({ secret: 'the new one', at, id: 'cb_1' })
    const signature = `${fresh.headers['webhook-signature']} ${signWebhook(secret, 'cb_1', '1772366400', fresh.body)}`
    const headers = { ...fresh.headers, 'webhook-signature': signature }
    expect(verifyCallback({ body: fresh.body, headers, secret, now: at }).ok).toBe(true)
    expect(verifyCallback({ body: fresh.body, headers, secret: 'another', now: at })).toEqual({
      ok: false,
      reason: 'signature_wrong',
    })
  })

  test.for(['', 'A'.repeat(86)])(
    'verifyCallback refuses an undated callback with the signature %j',
    (signature) => {
      const headers = { 'API-Signature': signature }
      const verified = verifyCallback({ body: made.body, headers, secret, now: at, undated: true })
      expect(verified).toEqual({ ok: false, reason: 'signature_wrong' })
    },
  )

  test('verifyCallback takes undated callbacks only where that is asked for', () => {
    const headers = without(...webhookHeaders)
    const verified = verifyCallback({ body: made.body, headers, secret, now: later(9_999), undated: true })
    expect(verified).toMatchObject({ ok: true, id: null })
    const replayed = verifyCallback({ ...made, secret, now: later(9_999), undated: true })
    expect(replayed).toEqual({ ok: false, reason: 'timestamp_outside_tolerance' })
  })

  test.for(['', 'null', '[]', '{}', '{"type":"client_order","version":3}', 'not json'])(
    'verifyCallback cannot read %j, however well it is signed',
    (body) => {
      const headers = { 'API-Signature': signCallback(secret, body) }
      const verified = verifyCallback({ body, headers, secret, now: at, undated: true })
      expect(verified).toEqual({ ok: false, reason: 'body_unreadable' })
    },
  )
})

describe('Standard Webhooks', () => {
  const whsec = `whsec_${Buffer.from(secret).toString('base64')}`

  test('the reference library takes what we sign', () => {
    const now = makeTestCallback({ secret, id: 'cb_2' })
    expect(new Webhook(whsec).verify(now.body, now.headers)).toEqual(JSON.parse(now.body))
  })

  test('we take what the reference library signs', () => {
    const headers = {
      ...made.headers,
      'webhook-signature': new Webhook(whsec).sign('cb_1', at, made.body),
    }
    expect(verifyCallback({ body: made.body, headers, secret, now: at }).ok).toBe(true)
  })
})
