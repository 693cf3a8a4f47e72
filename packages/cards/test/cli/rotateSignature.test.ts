import { checkMessage } from '@cambio/server/messageSignature/checkMessage.ts'
import { signMessage } from '@cambio/server/messageSignature/signMessage.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { followUpFields, merchantId, saleFields, type Fields, type Rig } from '../rig.ts'
import { openCommandLine, type CommandLine } from './commandLine.ts'

/* A merchant whose signing secret is changed while both sides go on. */

let line: CommandLine
let rig: Rig
let before: Buffer
beforeEach(async () => {
  line = await openCommandLine()
  ;({ rig } = line)
  before = secretIn(await line.data('merchant', 'update', merchantId, '--require-signature'))
})
afterEach(() => line.close())

const secretIn = (output: Record<string, unknown>) => Buffer.from(String(output['signing_secret']), 'base64')
const rotate = (...options: string[]) => line.data('merchant', 'rotate', merchantId, ...options)

let count = 0
async function post(fields: Fields, ...secrets: readonly Buffer[]) {
  const body = new URLSearchParams(fields).toString()
  const message = { method: 'POST', url: new URL('http://localhost:8789/post'), body: Buffer.from(body) }
  const terms = { now: rig.platform.clock.now(), nonce: `nonce ${(count += 1)}` }
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    ...signMessage({ keyId: merchantId, secrets, covers: '@target-uri' }, message, terms),
  }
  return (await rig.app.request('/post', { method: 'POST', body, headers })).text()
}
const isTaken = async (...secrets: readonly Buffer[]) => {
  const answer = await post(saleFields({ order_id: `rotated-${(count += 1)}` }), ...secrets)
  if (!answer.includes('"result":"SUCCESS"')) expect(answer).toContain('signature: Signature is not valid.')
  return answer.includes('"result":"SUCCESS"')
}

/** Whether the notification that was sent last is signed by what its receiver knows. */
function isSignedFor(...secrets: readonly Buffer[]): boolean {
  const body = Buffer.from(new URLSearchParams(rig.inbox.at(-1)).toString())
  const headers = new Headers(rig.headersSent.at(-1))
  const url = new URL('https://exchange.example/notifications')
  const keys = secrets.map((secret) => ({ algorithm: 'hmac-sha256', secret }) as const)
  const now = rig.platform.clock.now()
  return (
    checkMessage({ keyId: merchantId, keys }, { method: 'POST', url, headers, body }, now).is === 'signed'
  )
}

const another = Buffer.alloc(32, 1)

test('both signing secrets are taken until the time, alone or together, and the new one alone from then on', async () => {
  const rotated = await rotate('--signing-secret', '--overlap', '30m')
  expect(rotated).not.toHaveProperty('password')
  const next = secretIn(rotated)
  expect(next).toHaveLength(32)
  const taken = () =>
    Promise.all([
      isTaken(before),
      isTaken(next),
      isTaken(another),
      isTaken(before, next),
      isTaken(another, next),
    ])
  expect(await taken()).toEqual([true, true, false, true, true])
  rig.pass(30 * 60_000)
  expect(await taken()).toEqual([false, true, false, true, true])
})

test('notifications are signed by both secrets as long as both hold', async () => {
  const next = secretIn(await rotate('--signing-secret', '--overlap', '30m'))
  const notified = async () => {
    await isTaken(next)
    rig.pass(60_000)
    await rig.settle()
    return [before, next, another].map((secret) => isSignedFor(secret))
  }
  expect(await notified()).toEqual([true, true, false])
  expect(isSignedFor(another, next)).toBe(true)
  rig.pass(30 * 60_000)
  expect(await notified()).toEqual([false, true, false])
})

test('a rotation without overlap, a second one, or a newly given secret ends the secret before', async () => {
  const next = secretIn(await rotate('--signing-secret', '--overlap', '0s'))
  expect([await isTaken(before), await isTaken(next)]).toEqual([false, true])
  const second = secretIn(await rotate('--signing-secret'))
  const third = secretIn(await rotate('--signing-secret'))
  expect([await isTaken(next), await isTaken(second), await isTaken(third)]).toEqual([false, true, true])
  const fourth = secretIn(await line.data('merchant', 'update', merchantId, '--require-signature'))
  expect([await isTaken(second), await isTaken(third), await isTaken(fourth)]).toEqual([false, false, true])
})

test('the password changes with the secret on request, and alone where the merchant signs nothing', async () => {
  const both = await rotate('--signing-secret', '--password')
  expect([both['password'], both['signing_secret']]).toEqual([expect.any(String), expect.any(String)])
  const password = String(both['password'])
  const sale = saleFields({ order_id: 'by both' }, { password, algorithm: 'md5' })
  expect(await post(sale, secretIn(both))).toContain('"result":"SUCCESS"')
  const alone = await rotate()
  expect([alone['password'], alone['signing_secret']]).toEqual([expect.any(String), undefined])
})

test('a replaced secret is in no table in the clear, and under no key that was taken out', async () => {
  const next = secretIn(await rotate('--signing-secret'))
  await line.data('key', 'rotate')
  expect(await line.data('key', 'prune')).toMatchObject({ removed: 1 })
  expect([await isTaken(before), await isTaken(next)]).toEqual([true, true])
})

test('a merchant that signs nothing as a whole, or is given two keys, is left as it is', async () => {
  await line.data('merchant', 'update', merchantId, '--signature-key', '')
  const none = await line.call('merchant', 'rotate', merchantId, '--signing-secret', '--password')
  expect([none.ok, none.output]).toEqual([false, expect.stringContaining('--require-signature')])
  const two = await line.call(
    'merchant',
    'rotate',
    merchantId,
    '--signing-secret',
    '--signature-key',
    'key.pem',
  )
  expect([two.ok, two.output]).toEqual([false, expect.stringContaining('not both')])
  // The password of before is taken, so none was made.
  expect((await rig.sale({ order_id: 'as it was' })).body['result']).toBe('SUCCESS')
  expect((await rig.send(followUpFields('GET_TRANS_STATUS_BY_ORDER', 'as it was'))).status).toBe(200)
})
