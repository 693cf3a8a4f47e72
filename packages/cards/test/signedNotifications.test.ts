import { checkMessage } from '@cambio/server/messageSignature/checkMessage.ts'
import { signMessage } from '@cambio/server/messageSignature/signMessage.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dropSignature, requireSignature } from '../src/store/merchantSignatures.ts'
import { followUpFields, merchantId, openRig, type Rig } from './rig.ts'

/* Whoever reads a notification has the hash that a CREDITVOID of the same payment needs. */

const secret = Buffer.alloc(32, 9)
const key = { algorithm: 'hmac-sha256', secret } as const

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

/** A payment that was captured, and what its merchant was told of that. */
async function notified() {
  await rig.sale()
  await rig.settle()
  rig.pass(60_000)
  await rig.settle()
  const fields = rig.inbox.at(-1) ?? {}
  expect(fields).toMatchObject({ action: 'CAPTURE', status: 'SETTLED' })
  return { fields, headers: rig.headersSent.at(-1) ?? {} }
}

/** The notification's own hash, sent back as a request to return the money. */
const replayed = ({ trans_id = '', hash = '' }: Record<string, string>) =>
  rig.send({ action: 'CREDITVOID', client_key: merchantId, trans_id, hash })

const messageOf = (headers: Readonly<Record<string, string>>, body: string, path = '/n') => ({
  method: 'POST',
  url: new URL(`https://exchange.example${path}`),
  headers: new Headers(headers),
  body: Buffer.from(body),
})

test('a hash that was read gives money back by the protocol alone, which foreign clients speak', async () => {
  const { fields, headers } = await notified()
  expect(headers).toEqual({})
  expect((await replayed(fields)).body['result']).toBe('ACCEPTED')
})

test('a merchant with a secret gets notifications signed by it, and nothing read from them gives money back', async () => {
  await rig.saveMerchant({ notificationUrl: 'https://exchange.example/n' })
  // The SALE is not what this is about; the secret is there from the capture on.
  await rig.sale()
  await requireSignature(rig.platform, merchantId, key)
  rig.pass(60_000)
  await rig.settle()
  const fields = rig.inbox.at(-1) ?? {}
  const headers = rig.headersSent.at(-1) ?? {}
  const body = new URLSearchParams(fields).toString()
  const now = rig.platform.clock.now()
  const who = { keyId: merchantId, keys: [key] }
  expect(checkMessage(who, messageOf(headers, body), now)).toMatchObject({
    is: 'signed',
    tag: 'notification',
  })
  expect(checkMessage(who, messageOf(headers, `${body}&amount=1`), now)).toEqual({
    is: 'refused',
    fault: 'digest',
  })
  expect(checkMessage(who, messageOf(headers, body, '/other'), now)).toEqual({
    is: 'refused',
    fault: 'false',
  })

  const returned = await replayed(fields)
  expect(returned.body).toMatchObject({ result: 'ERROR', error_code: 100000 })
  expect(JSON.stringify(returned.body)).toContain('signature: This value should not be blank.')
  await dropSignature(rig.platform.query, merchantId)
})

test('a signed notification is no request, however right it is', async () => {
  const { fields } = await notified()
  await requireSignature(rig.platform, merchantId, key)
  const form = followUpFields('GET_TRANS_STATUS', fields['trans_id'] ?? '')
  const body = new URLSearchParams(form).toString()
  const requestStatus = async (tag?: string) => {
    const signer = {
      keyId: merchantId,
      secrets: [secret],
      covers: '@path',
      ...(tag !== undefined && { tag }),
    } as const
    const message = { method: 'POST', url: new URL('http://localhost:8789/post'), body: Buffer.from(body) }
    const terms = { now: rig.platform.clock.now(), nonce: `nonce ${tag}` }
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      ...signMessage(signer, message, terms),
    }
    return (await rig.app.request('/post', { method: 'POST', body, headers })).text()
  }
  expect(await requestStatus('notification')).toContain('signature: It is the signature of a notification.')
  expect(await requestStatus()).toContain('"status":"SETTLED"')
})
