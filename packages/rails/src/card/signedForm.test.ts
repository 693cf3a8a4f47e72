import { createHash } from 'node:crypto'
import { checkMessage } from '@cambio/server/messageSignature/checkMessage.ts'
import { expect, test } from 'vitest'
import {
  clientKey,
  orderWithTransId,
  order,
  platformWith,
  signer,
  transId,
} from '../../testing/card/chargeRig.ts'
import type { ReceivedRequest } from '../../testing/platformDouble.ts'
import { cardPlatform } from './cardPlatform.ts'

/* The exchange with a platform that asks for each message to be signed as a whole. */

const secret = createHash('sha256').update('signing secret').digest()
const key = { algorithm: 'hmac-sha256', secret } as const
const now = new Date('2026-03-01T12:00:00Z')
const baseUrl = 'https://exchange.example'
let nonces = 0
const signing = { secrets: [secret], now: () => now, nonce: () => `nonce-${(nonces += 1)}` }

const signedBy = (
  url: string,
  { method, path, headers, body }: ReceivedRequest,
  ...keys: readonly (typeof key)[]
) =>
  checkMessage(
    { keyId: clientKey, keys },
    { method, url: new URL(`${url}${path}`), headers, body: Buffer.from(body) },
    now,
  )

test('every form the rail posts is signed as it is sent, each with a nonce of its own', async () => {
  const held = { action: 'SALE', result: 'SUCCESS', status: 'PENDING', order_id: order.platformOrderId }
  const about = { ...held, trans_id: transId, amount: '100.00', currency: 'EUR' }
  await using platform = await platformWith({
    SALE: { json: about },
    GET_TRANS_DETAILS: { json: { ...about, transactions: [] } },
    CREDITVOID: {
      json: { action: 'CREDITVOID', result: 'ACCEPTED', order_id: order.platformOrderId, trans_id: transId },
    },
  })
  const rail = cardPlatform({ ...signer, paymentUrl: platform.url, clientKey, baseUrl, signing })
  await rail.charge(order)
  await rail.getPaymentStatus(orderWithTransId)
  await rail.refund(orderWithTransId)
  const posted = platform.requests.filter(({ path }) => path === '/post')
  expect(posted.map(({ form }) => form['action'])).toEqual(['SALE', 'GET_TRANS_DETAILS', 'CREDITVOID'])
  const checked = posted.map((request) => signedBy(platform.url, request, key))
  expect(checked).toMatchObject(checked.map(() => ({ is: 'signed', tag: null })))
  expect(new Set(checked.map((each) => each.is === 'signed' && each.nonce)).size).toBe(posted.length)
})

test('a form is signed by both secrets while the secret is being changed', async () => {
  const next = { algorithm: 'hmac-sha256', secret: Buffer.alloc(32, 3) } as const
  await using platform = await platformWith({
    GET_TRANS_DETAILS: { status: 400, json: { result: 'ERROR', error_code: 208001 } },
  })
  const both = { ...signing, secrets: [secret, next.secret] }
  await cardPlatform({
    ...signer,
    paymentUrl: platform.url,
    clientKey,
    baseUrl,
    signing: both,
  }).getPaymentStatus(orderWithTransId)
  const [request] = platform.requests
  if (!request) throw new Error('Nothing was posted')
  const stranger = { algorithm: 'hmac-sha256', secret: Buffer.alloc(32, 4) } as const
  for (const [one, is] of [
    [key, 'signed'],
    [next, 'signed'],
    [stranger, 'refused'],
  ] as const)
    expect(signedBy(platform.url, request, one)).toMatchObject({ is })
})
