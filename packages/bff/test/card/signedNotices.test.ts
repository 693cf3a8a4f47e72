import { hashFollowUp } from '@cambio/rails/card/hash.ts'
import { signMessage, type MessageSigner } from '@cambio/server/messageSignature/signMessage.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clientKey, merchantPassword, openRig, type Reply, type Rig } from '../rig.ts'

/* An exchange that signs its messages as a whole, and whose card platform does the same. */

const secret = Buffer.alloc(32, 9)
const next = Buffer.alloc(32, 10)

let rig: Rig
let body: string
beforeEach(async () => {
  rig = await openRig(
    {},
    {
      MERCHANT_SIGNING_SECRET: secret.toString('base64'),
      MERCHANT_SIGNING_SECRET_NEXT: next.toString('base64'),
    },
  )
  const order = await rig.placeOrder({ email: 'doe@example.com' })
  await rig.charge(order, 'held')
  const [attempt] = await rig.attempts(order.orderId)
  const order_id = attempt?.platformOrderId ?? ''
  const trans_id = 'aaaff66a-904f-11ea-833e-0242ac1f0007'
  const signer = { password: merchantPassword, hash: 'md5' } as const
  const hash = hashFollowUp(signer, 'doe@example.com', trans_id, { mask: attempt?.card.mask ?? '' })
  body = new URLSearchParams({ action: 'CAPTURE', order_id, trans_id, hash }).toString()
})
afterEach(() => rig.close())

/** The headers by which the platform signs a notice, whatever address it knows the exchange by. */
function signedHeaders(changes: Partial<MessageSigner> = {}, path = '/notices/card'): Record<string, string> {
  const signer = {
    keyId: clientKey,
    secrets: [secret],
    tag: 'notification',
    covers: '@path',
    ...changes,
  } as const
  const message = { method: 'POST', url: new URL(`http://inside:8787${path}`), body: Buffer.from(body) }
  return signMessage(signer, message, { now: rig.exchange.clock.now(), nonce: 'n' })
}

const notify = (headers: Record<string, string>, sent = body): Promise<Reply> =>
  rig.send('POST', '/notices/card', {
    body: sent,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
  })

async function countNotices(): Promise<number> {
  const rows = await rig.query<{ id: string }>({
    name: 'test_inbox',
    text: 'select id from inbox',
    values: [],
  })
  return rows.length
}

test.for<[string, () => Record<string, string>]>([
  ['without a signature', () => ({})],
  ['signed by another secret', () => signedHeaders({ secrets: [Buffer.alloc(32, 1)] })],
  ['signed for another merchant', () => signedHeaders({ keyId: '22222222-2222-4222-8222-222222222222' })],
  ['signed for something else', () => signedHeaders({ tag: 'request' })],
  ['signed for another address', () => signedHeaders({}, '/post')],
])('a notice %s files nothing, although its hash is right', async ([, headers]) => {
  const reply = await notify(headers())
  expect([reply.status, reply.text, await countNotices()]).toEqual([400, 'ERROR', 0])
})

test('a notice that is signed as a whole is followed, and with one more letter it is not', async () => {
  const headers = signedHeaders()
  expect((await notify(headers, `${body}&status=SETTLED`)).status).toBe(400)
  rig.pass(301_000)
  expect((await notify(headers)).status).toBe(400)
  expect(await countNotices()).toBe(0)
  const reply = await notify(signedHeaders())
  expect([reply.status, reply.text, await countNotices()]).toEqual([200, 'OK', 1])
})

test.for<[string, readonly Uint8Array[]]>([
  ['the secret that takes the place of the other', [next]],
  ['both', [secret, next]],
  ['a newer one and the one that is known', [Buffer.alloc(32, 1), secret]],
])('a notice is followed that is signed by %s', async ([, secrets]) => {
  const reply = await notify(signedHeaders({ secrets }))
  expect([reply.status, reply.text, await countNotices()]).toEqual([200, 'OK', 1])
})
