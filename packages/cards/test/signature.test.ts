import { createHash, createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answerCall } from '@cambio/server/cli/answerCall.ts'
import { keyring } from '@cambio/server/keys/Keyring.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cardsCommands } from '../src/cli/cardsCommands.ts'
import type { CommandDeps } from '../src/cli/CommandDeps.ts'
import { findMerchant } from '../src/store/merchants.ts'
import { dropSignature, requireSignature } from '../src/store/merchantSignatures.ts'
import { purge } from '../src/work/purge.ts'
import { followUpFields, merchantId, openRig, saleFields, type Fields, type Reply, type Rig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

/** Calls a command beside the platform, with these key-encryption keys, the current one first. */
function runCommand(keys: readonly Uint8Array[], words: readonly string[]) {
  const { clock, random } = rig.platform
  const deps: CommandDeps = {
    query: rig.database.query,
    database: rig.database,
    clock,
    random,
    keys: { keyring: keyring(keys), renew: null, prune: null },
    vaultKeys: rig.platform.keys,
    otherPlatforms: [],
    operator: 'root',
    mode: 'test',
    captureDelayMs: 0,
  }
  return answerCall(cardsCommands, words, (work) => work(deps))
}

const secret = createHash('sha256').update('signing secret').digest()
const target = 'http://localhost:8789/post'
const all = ['@method', '@target-uri', 'content-digest']
let count = 0
const fresh = () => ({ order_id: `signed-${(count += 1)}` })

type Terms = {
  cover: readonly string[]
  created: number | null
  expires?: number
  keyid: string
  nonce: string | null
  alg?: string
  target: string
  method: string
  sign: (base: string) => Buffer
}

/** Signs a form as a merchant's client would, by the text of the RFC and none of our code. */
function signed(fields: Fields, changes: Partial<Terms> = {}) {
  const body = new URLSearchParams(fields).toString()
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
  const terms: Terms = {
    cover: all,
    created: Math.floor(rig.platform.clock.now().getTime() / 1000),
    keyid: merchantId,
    nonce: randomUUID(),
    target,
    method: 'POST',
    sign: (base) => createHmac('sha256', secret).update(base).digest(),
    ...changes,
  }
  const type = 'application/x-www-form-urlencoded'
  const values: Record<string, string> = {
    '@method': terms.method,
    '@target-uri': terms.target,
    '@path': new URL(terms.target).pathname,
    'content-digest': digest,
    'content-type': type,
  }
  const params = [
    `(${terms.cover.map((name) => `"${name}"`).join(' ')})`,
    ...(terms.created === null ? [] : [`created=${terms.created}`]),
    ...(terms.expires === undefined ? [] : [`expires=${terms.expires}`]),
    `keyid="${terms.keyid}"`,
    ...(terms.nonce === null ? [] : [`nonce="${terms.nonce}"`]),
    ...(terms.alg === undefined ? [] : [`alg="${terms.alg}"`]),
  ].join(';')
  const base = [
    ...terms.cover.map((name) => `"${name}": ${values[name]}`),
    `"@signature-params": ${params}`,
  ].join('\n')
  return {
    body,
    headers: {
      'content-type': type,
      'content-digest': digest,
      'signature-input': `any=${params}`,
      signature: `any=:${terms.sign(base).toString('base64')}:`,
    },
  }
}

async function post({ body, headers }: { body: string; headers: Record<string, string> }): Promise<Reply> {
  const reply = await rig.app.request('/post', { method: 'POST', body, headers })
  return { status: reply.status, body: (await reply.json()) as Reply['body'] }
}

/** An ERROR in the protocol's form, by what it complains of. */
async function complaintOf(message: Parameters<typeof post>[0]): Promise<unknown> {
  const { status, body } = await post(message)
  expect([status, body['result'], body['error_code']]).toEqual([400, 'ERROR', 100000])
  return (body['errors'] as { error_message: string }[]).map(({ error_message }) => error_message)
}

describe('a merchant that signs its messages', () => {
  beforeAll(() => requireSignature(rig.platform, merchantId, { algorithm: 'hmac-sha256', secret }))
  afterAll(() => dropSignature(rig.platform.query, merchantId))

  const now = () => Math.floor(rig.platform.clock.now().getTime() / 1000)
  const stale = 'signature: It has to be created within five minutes of now, and not be expired.'
  const coverage = 'signature: It has to cover "@method", "@target-uri" or "@path", and "content-digest".'
  const nonce = 'signature: It needs a nonce of 1 to 128 characters that was not used before.'
  const invalid = 'signature: Signature is not valid.'

  test.each<[string, Partial<Terms>]>([
    ['over method, address and body', {}],
    ['over the path alone', { cover: ['@method', '@path', 'content-digest'] }],
    ['over more', { cover: [...all, 'content-type'], alg: 'hmac-sha256' }],
    ['at the edge of the window', { created: -300 }],
  ])('a merchant’s message is served when its signature is right: %s', async (_, { created, ...changes }) => {
    const at = typeof created === 'number' ? { created: now() + created } : {}
    expect((await post(signed(saleFields(fresh()), { ...changes, ...at }))).body['result']).toBe('SUCCESS')
  })

  test('a merchant signs everything, not only a SALE', async () => {
    const sale = await post(signed(saleFields(fresh())))
    for (const action of ['GET_TRANS_STATUS', 'GET_TRANS_DETAILS', 'CAPTURE', 'CREDITVOID']) {
      const fields = followUpFields(action, sale.body.trans_id)
      expect(await complaintOf({ ...signed(fields), headers: form }), action).toEqual([missing])
      expect((await post(signed(fields))).status, action).toBe(200)
    }
  })

  const missing = 'signature: This value should not be blank.'
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  test.each<[string, (message: ReturnType<typeof signed>) => Parameters<typeof post>[0], string]>([
    ['is not there', ({ body }) => ({ body, headers: form }), missing],
    [
      'has no Signature',
      ({ body, headers: { signature: _left, ...headers } }) => ({ body, headers }),
      missing,
    ],
    [
      'is another',
      ({ body, headers }) => ({ body, headers: { ...headers, signature: 'any=:AAAA:' } }),
      invalid,
    ],
    [
      'is of another label',
      ({ body, headers }) => ({
        body,
        headers: { ...headers, signature: headers.signature.replace('any', 'other') },
      }),
      'signature: Content-Digest, Signature-Input and Signature cannot be read as RFC 9421 has them.',
    ],
    [
      'cannot be read',
      ({ body, headers }) => ({ body, headers: { ...headers, 'signature-input': 'any=("@method"' } }),
      'signature: Content-Digest, Signature-Input and Signature cannot be read as RFC 9421 has them.',
    ],
    [
      'is over another body',
      ({ body, headers }) => ({ body: body.replace('100.00', '900.00'), headers }),
      'signature: Content-Digest does not fit the body.',
    ],
    [
      'is over another body whose digest was made anew',
      ({ body, headers }) => {
        const changed = body.replace('100.00', '900.00')
        const digest = `sha-256=:${createHash('sha256').update(changed).digest('base64')}:`
        return { body: changed, headers: { ...headers, 'content-digest': digest } }
      },
      invalid,
    ],
    [
      'has its terms changed',
      ({ body, headers }) => ({
        body,
        headers: { ...headers, 'signature-input': headers['signature-input'].replace(/nonce="/, 'nonce="x') },
      }),
      invalid,
    ],
  ])('a merchant’s message is refused when its signature %s', async (_, change, complaint) => {
    expect(await complaintOf(change(signed(saleFields(fresh()))))).toEqual([complaint])
  })

  test.each<[string, () => Partial<Terms>, string]>([
    ['another address', () => ({ target: 'http://localhost:8789/other' }), invalid],
    [
      'another path',
      () => ({ cover: ['@method', '@path', 'content-digest'], target: 'http://localhost:8789/x' }),
      invalid,
    ],
    ['another method', () => ({ method: 'PUT' }), invalid],
    ['no method', () => ({ cover: ['@target-uri', 'content-digest'] }), coverage],
    ['no address', () => ({ cover: ['@method', 'content-digest'] }), coverage],
    ['no body', () => ({ cover: ['@method', '@target-uri'] }), coverage],
    ['no time', () => ({ created: null }), stale],
    ['a time long past', () => ({ created: now() - 301 }), stale],
    ['a time to come', () => ({ created: now() + 301 }), stale],
    ['an end that is past', () => ({ expires: now() }), stale],
    ['no nonce', () => ({ nonce: null }), nonce],
    ['an empty nonce', () => ({ nonce: '' }), nonce],
    ['an endless nonce', () => ({ nonce: 'n'.repeat(129) }), nonce],
    ['another algorithm', () => ({ alg: 'ed25519' }), 'signature: Its alg is not the one that was agreed.'],
    [
      'another name',
      () => ({ keyid: randomUUID() }),
      'signature: No signature has the keyid of this client_key.',
    ],
    [
      'another secret',
      () => ({ sign: (base) => createHmac('sha256', 'guessed').update(base).digest() }),
      invalid,
    ],
  ])('a merchant’s message is refused when it was signed for %s', async (_, changes, complaint) => {
    expect(await complaintOf(signed(saleFields(fresh()), changes()))).toEqual([complaint])
  })

  test('a merchant has a message done once, from however many places it comes at once', async () => {
    const message = signed(saleFields(fresh()))
    const replies = await Promise.all(Array.from({ length: 8 }, () => post(message)))
    expect(replies.filter(({ body }) => body['result'] === 'SUCCESS')).toHaveLength(1)
    expect(await complaintOf(message)).toEqual([nonce])
  })

  test('a merchant loses no nonce to a caller that cannot sign', async () => {
    const message = signed(saleFields(fresh()), { nonce: 'guessable' })
    await post({ ...message, headers: { ...message.headers, signature: 'any=:AAAA:' } })
    expect((await post(message)).body['result']).toBe('SUCCESS')
  })

  test('a merchant’s nonces are kept until their messages are too old, and no longer', async () => {
    const message = signed(saleFields(fresh()))
    await post(message)
    const nonceCount = async () => (await rig.owner.query(statement('select from signature_nonce'))).length
    rig.pass(299_000)
    await purge(rig.platform)
    expect(await complaintOf(message)).toEqual([nonce])
    rig.pass(2_000)
    await purge(rig.platform)
    expect(await nonceCount()).toBe(0)
    expect(await complaintOf(message)).toEqual([stale])
  })

  test('a merchant may sign with an Ed25519 key instead, of which the platform has the public half', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    await requireSignature(rig.platform, merchantId, { algorithm: 'ed25519', publicKey })
    const message = signed(saleFields(fresh()), { sign: (base) => sign(null, Buffer.from(base), privateKey) })
    expect((await post(message)).body['result']).toBe('SUCCESS')
    expect(await complaintOf(signed(saleFields(fresh())))).toEqual([invalid])
    await requireSignature(rig.platform, merchantId, { algorithm: 'hmac-sha256', secret })
  })

  test('a merchant has its signing secret in no table', async () => {
    const rows = await rig.owner.query(
      statement('select merchant_signature::text as row from merchant_signature'),
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(secret.toString('hex'))
  })
})

describe('a copied SALE', () => {
  const copied = saleFields({ order_id: 'copied' })
  beforeAll(async () => {
    expect((await rig.send(copied)).body['result']).toBe('SUCCESS')
  })
  /** The hash covers neither of what is changed, so it still fits. */
  const changed = () => ({ ...copied, ...fresh(), order_amount: '900.00' })

  test.each([{ order_amount: '900.00' }, { order_currency: 'USD' }])(
    'a copied SALE is refused under its own order_id with another amount or currency: %j',
    async (change) => {
      expect((await rig.send({ ...copied, ...change })).body).toMatchObject({ error_code: 400 })
    },
  )

  test("a copied SALE is a new SALE under a new order_id, by the protocol's hash alone", async () => {
    expect((await rig.send(changed())).body).toMatchObject({ result: 'SUCCESS', amount: '900.00' })
  })

  test('a copied SALE is refused where the merchant signs the whole of its messages', async () => {
    await requireSignature(rig.platform, merchantId, { algorithm: 'hmac-sha256', secret })
    const message = signed({ ...copied, ...fresh() })
    expect((await post(message)).body['result']).toBe('SUCCESS')
    const replay = { ...message, body: new URLSearchParams(changed()).toString() }
    expect(await complaintOf(replay)).toEqual(['signature: Content-Digest does not fit the body.'])
    expect((await rig.send(changed())).body).toMatchObject({ error_code: 100000 })
    await dropSignature(rig.platform.query, merchantId)
  })

  test("a copied SALE is refused from elsewhere than the merchant's own addresses", async () => {
    await rig.saveMerchant({ ipAllow: ['192.0.2.7'] })
    expect((await rig.send(changed())).body).toMatchObject({ error_code: 204002 })
    await rig.saveMerchant({ ipAllow: null })
  })

  test('a copied SALE is refused from everywhere when the address list in the database is invalid', async () => {
    for (const range of ['127.0.0.1/', '127.0.0.0/8/0', '/0']) {
      await rig.saveMerchant({ ipAllow: [range] })
      expect((await rig.send(changed())).body, range).toMatchObject({ error_code: 204002 })
    }
    await rig.saveMerchant({ ipAllow: null })
  })

  test("a copied SALE is refused when it goes beyond the merchant's budget for the minute", async () => {
    await rig.saveMerchant({ salesPerMinute: 3 })
    const replays = await Promise.all(Array.from({ length: 10 }, () => rig.send(changed())))
    expect(replays.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(replays.filter(({ body }) => body['error_code'] === 429)).toHaveLength(7)
    await rig.saveMerchant({ salesPerMinute: null })
  })
})

test('a signing key moves to a new key-encryption key with all other keys, and no table is forgotten', async () => {
  const [older, newer] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
  await requireSignature(rig.platform, merchantId, { algorithm: 'hmac-sha256', secret })
  const { query } = rig.database
  expect((await runCommand([newer, older], ['key', 'rotate'])).ok).toBe(true)
  const merchant = await findMerchant(
    { query, keyring: keyring([newer]), clock: rig.platform.clock },
    merchantId,
  )
  expect(merchant?.signatureKeys).toEqual([{ algorithm: 'hmac-sha256', secret }])
  const tables = await rig.owner.query<{ name: string }>(
    statement(
      `select table_name as name from information_schema.columns where table_schema = 'cards' and column_name = 'wrapped_key'`,
    ),
  )
  expect(tables.length).toBeGreaterThan(3)
  for (const { name } of tables) {
    const left = statement(`select from ${name} where key_id = $1`, keyring([older]).current().id)
    expect(await rig.owner.query(left), name).toEqual([])
  }
  expect((await runCommand([older, newer], ['key', 'rotate'])).ok).toBe(true)
  await dropSignature(query, merchantId)
})

describe('the command line', () => {
  const key = Buffer.alloc(32, 7)
  const command = async (...words: string[]) => {
    const { output, ok } = await runCommand([key], [...words, '--json'])
    expect(ok, output).toBe(true)
    return JSON.parse(output) as Record<string, string>
  }

  test('the command line makes a secret and prints it once, takes a public key, and takes both away', async () => {
    const made = await command('merchant', 'create', '--name', 'Signing', '--require-signature')
    const { client_key = '', password: own = '', signing_secret = '' } = made
    const bytes = Buffer.from(signing_secret, 'base64')
    expect(bytes).toHaveLength(32)
    const fields = () => saleFields({ ...fresh(), client_key }, { password: own, algorithm: 'md5' })
    const terms = {
      keyid: client_key,
      sign: (base: string) => createHmac('sha256', bytes).update(base).digest(),
    }
    expect((await post(signed(fields(), terms))).body['result']).toBe('SUCCESS')
    expect(await complaintOf(signed(fields(), { keyid: client_key }))).toEqual([
      'signature: Signature is not valid.',
    ])
    expect(JSON.stringify(await command('merchant', 'list'))).not.toContain(signing_secret)

    const folder = await mkdtemp(join(tmpdir(), 'cambio-signature-'))
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const file = join(folder, 'key.pem')
    await writeFile(file, publicKey.export({ format: 'pem', type: 'spki' }))
    expect(await command('merchant', 'update', client_key, '--signature-key', file)).toMatchObject({
      signature: 'ed25519',
    })
    const own25519 = { keyid: client_key, sign: (base: string) => sign(null, Buffer.from(base), privateKey) }
    expect((await post(signed(fields(), own25519))).body['result']).toBe('SUCCESS')
    await rm(folder, { recursive: true })

    expect(await command('merchant', 'update', client_key, '--signature-key', '')).toMatchObject({
      signature: null,
    })
    expect((await rig.send(fields())).body['result']).toBe('SUCCESS')
  })
})
