import { randomBytes } from 'node:crypto'
import { decrypt, open, rewrap, seal } from '@cambio/server/keys/envelope.ts'
import { keyring } from '@cambio/server/keys/Keyring.ts'
import { randomFrom, systemRandom } from '@cambio/server/Random.ts'
import { signRequest } from '@cambio/wire/partner/signature.ts'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fieldsVault } from '../src/vault/fieldsSessions.ts'
import { hashOf } from '../src/vault/tokens.ts'
import { purge } from '../src/work/purge.ts'
import { dumped } from './dumped.ts'
import { merchantId, openRig, password, saleFields, visa, type Rig } from './rig.ts'

describe('an envelope', () => {
  const ring = keyring([randomBytes(32)])
  const deps = { keyring: ring, random: systemRandom }

  test('an envelope gives back what was put in, for its own context only', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), fc.string(), (content, context, other) => {
        const envelope = seal(deps, content, context)
        expect(new Uint8Array(open(ring, envelope, context))).toEqual(content)
        if (other !== context) expect(() => open(ring, envelope, other)).toThrow()
      }),
    )
  })

  test('an envelope opens for nobody once a single bit of it was changed', () => {
    const envelope = seal(deps, Buffer.from(visa), 'context')
    for (const part of ['sealed', 'wrappedKey'] as const) {
      for (let place = 0; place < envelope[part].length; place++) {
        const changed = Buffer.from(envelope[part])
        changed[place] = (changed[place] ?? 0) ^ 1
        expect(() => open(ring, { ...envelope, [part]: changed }, 'context')).toThrow()
      }
    }
  })

  test('an envelope opens for nobody with less of its tag than all of it', () => {
    const envelope = seal(deps, Buffer.alloc(0), 'context')
    for (let bytes = 0; bytes < 16; bytes++) {
      const sealed = envelope.sealed.subarray(0, 12 + bytes)
      expect(() => open(ring, { ...envelope, sealed }, 'context')).toThrow()
    }
    expect(open(ring, envelope, 'context')).toHaveLength(0)
  })

  test('an envelope has a key of 256 bits that the generator gave for it alone', () => {
    const drawn: string[] = []
    const random = randomFrom((count) => {
      const bytes = systemRandom.bytes(count)
      drawn.push(Buffer.from(bytes).toString('hex'))
      return bytes
    })
    const envelopes = Array.from({ length: 3 }, () => seal({ ...deps, random }, Buffer.from(visa), 'context'))
    const { id, key } = ring.current()
    const dataKeys = envelopes.map(({ wrappedKey }) => decrypt(key, wrappedKey, id).toString('hex'))
    expect(dataKeys.map((dataKey) => dataKey.length * 4)).toEqual([256, 256, 256])
    expect(drawn).toEqual(expect.arrayContaining(dataKeys))
    // A key and two nonces each, none of them twice.
    expect(new Set(drawn).size).toBe(9)
  })

  test('an envelope moves to a new key with its content untouched, and the old key is then of no use', () => {
    const [older, newer] = [randomBytes(32), randomBytes(32)]
    const envelope = seal({ ...deps, keyring: keyring([older]) }, Buffer.from(visa), 'context')
    const moved = rewrap({ ...deps, keyring: keyring([newer, older]) }, envelope)
    const { sealed } = envelope
    expect(open(keyring([newer]), { ...moved, sealed }, 'context').toString()).toBe(visa)
    expect(() => open(keyring([older]), { ...moved, sealed }, 'context')).toThrow('not in the keyring')
  })
})

describe('a card of the hosted fields', () => {
  let rig: Rig
  beforeEach(async () => {
    rig = await openRig()
  })
  afterEach(() => rig.close())

  const request = {
    client_key: merchantId,
    parent_origin: 'https://exchange.example',
    ancestors: ['https://exchange.example', 'https://shop.example'],
    locale: 'de',
    theme: { accent: '#0a7' },
  }
  const card = { number: visa, exp_month: '01', exp_year: '2038', code: '123' }

  async function opened(): Promise<string> {
    const body = JSON.stringify(request)
    const headers = { 'api-signature': signRequest(password, '/fields/sessions', body) }
    const reply = await rig.app.request('/fields/sessions', { method: 'POST', body, headers })
    const { session_id, url } = (await reply.json()) as { session_id: string; url: string }
    expect([reply.status, url]).toEqual([200, `http://localhost:8789/fields/frame/${session_id}`])
    return session_id
  }

  async function read(id: string, key = merchantId, secret = password) {
    const path = `/fields/sessions/${id}`
    const headers = { 'api-key': key, 'api-signature': signRequest(secret, path, '') }
    const reply = await rig.app.request(path, { headers })
    return { status: reply.status, body: (await reply.json()) as Record<string, string> }
  }

  const pay = (card_token = '', order_id = 'order-1') =>
    rig.send(
      saleFields({
        card_token,
        card_number: '',
        card_exp_month: '',
        card_exp_year: '',
        card_cvv2: '',
        order_id,
      }),
    )

  test('a card of the hosted fields is told from others by a mark of its merchant’s own, whatever the expiry', async () => {
    const neighbour = '33333333-3333-4333-8333-333333333333'
    await rig.saveMerchant({ id: neighbour })
    const number = '5353530000000008'
    const handed = async (own: object, client_key = merchantId) => {
      const body = JSON.stringify({ ...request, client_key })
      const headers = { 'api-signature': signRequest(password, '/fields/sessions', body) }
      const reply = await rig.app.request('/fields/sessions', { method: 'POST', body, headers })
      const { session_id } = (await reply.json()) as { session_id: string }
      await fieldsVault(rig.platform).submitCard(session_id, { ...card, ...own })
      return (await read(session_id, client_key)).body['card_fingerprint']
    }
    const once = await handed({ number })
    expect(once).toMatch(/^[\w-]{43}$/)
    expect(await handed({ number, exp_month: '02', code: '321' })).toBe(once)
    expect(await handed({ number: '5353530000000016' })).not.toBe(once)
    expect(await handed({ number }, neighbour)).not.toBe(once)
    expect(await handed({})).toBeNull()
    expect(await handed({ number: '4242424242424242' })).toBeNull()
  })

  test('a card of the hosted fields goes from open to complete to used, and pays once without a security code', async () => {
    const id = await opened()
    expect((await read(id)).body).toEqual({ state: 'open' })
    expect(await fieldsVault(rig.platform).session(id)).toEqual({
      id,
      state: 'open',
      parentOrigin: 'https://exchange.example',
      ancestors: request.ancestors,
      locale: 'de',
      theme: { accent: '#0a7' },
      sandbox: true,
      storedCard: null,
      mayStore: false,
      wallets: null,
    })
    expect(await fieldsVault(rig.platform).submitCard(id, card)).toBe('done')
    const { body } = await read(id)
    expect(body).toEqual({
      state: 'complete',
      card_token: expect.stringMatching(/^[0-9a-f]{64}$/),
      card: '411111******1111',
      card_brand: 'Visa',
      issuer_country: null,
      wallet: null,
      card_fingerprint: null,
    })
    expect((await read(id)).body).toEqual(body)
    const sale = await pay(body['card_token'])
    expect(sale.body).toMatchObject({ result: 'SUCCESS' })
    expect((await read(id)).body).toEqual({ state: 'used' })
    expect(await pay(body['card_token'])).toEqual(sale)
    expect((await pay(body['card_token'], 'order-2')).body).toMatchObject({ error_code: 205006 })
  })

  test('a card of the hosted fields is taken once, however many SALEs want it at once', async () => {
    const id = await opened()
    await fieldsVault(rig.platform).submitCard(id, card)
    const { body } = await read(id)
    const sales = await Promise.all(
      Array.from({ length: 8 }, (_, order) => pay(body['card_token'], `order-${order}`)),
    )
    expect(sales.filter((sale) => sale.body['result'] === 'SUCCESS')).toHaveLength(1)
    expect(sales.filter((sale) => sale.body['error_code'] === 205006)).toHaveLength(7)
  })

  test('a card of the hosted fields is handed in once, into an open session, within half an hour', async () => {
    const vault = fieldsVault(rig.platform)
    const id = await opened()
    const twice = await Promise.all([vault.submitCard(id, card), vault.submitCard(id, card)])
    expect(twice.toSorted()).toEqual(['done', 'used'])
    const late = await opened()
    rig.pass(30 * 60_000)
    expect(await vault.submitCard(late, card)).toBe('expired')
    expect(await vault.submitCard('nobody', card)).toBe('expired')
    expect((await read(late)).body).toEqual({ state: 'expired' })
  })

  test('a card of the hosted fields is wiped after ten minutes if nobody took it, and its security code too', async () => {
    const id = await opened()
    await fieldsVault(rig.platform).submitCard(id, card)
    const { body } = await read(id)
    expect(await remains()).toBe(1)
    rig.pass(10 * 60_000)
    expect((await read(id)).body).toEqual({ state: 'expired' })
    expect((await pay(body['card_token'])).body).toMatchObject({ error_code: 205006 })
    await rig.settle()
    expect(await remains()).toBe(0)
  })

  test('a card of the hosted fields leaves nothing sealed behind once it was taken', async () => {
    const id = await opened()
    await fieldsVault(rig.platform).submitCard(id, card)
    await pay((await read(id)).body['card_token'])
    expect(await remains()).toBe(0)
  })

  test('a card of the hosted fields is nowhere in the clear in the database: number, session or token', async () => {
    const id = await opened()
    await fieldsVault(rig.platform).submitCard(id, card)
    const { card_token = '' } = (await read(id)).body
    const dump = await dumped(rig)
    for (const secret of [visa, id, card_token]) {
      expect(dump).not.toContain(secret)
      expect(dump).not.toContain(Buffer.from(secret).toString('hex'))
    }
    expect(dump).toContain(hashOf(card_token).toString('hex'))
  })

  test('a card of the hosted fields leaves the database when its time is over, and so does a card of a token', async () => {
    await rig.sale({ req_token: 'Y' })
    await opened()
    const rowCounts = async () =>
      Promise.all(
        ['vault_card', 'fields_session'].map(async (table) => {
          const rows = await rig.owner.query({
            name: `kept_${table}`,
            text: `select from ${table}`,
            values: [],
          })
          return rows.length
        }),
      )
    rig.pass(31 * 86_400_000)
    await purge(rig.platform)
    expect(await rowCounts()).toEqual([1, 1])
    rig.pass(1)
    await purge(rig.platform)
    expect(await rowCounts()).toEqual([1, 0])
    rig.pass(Date.UTC(2038, 4, 1) - rig.platform.clock.now().getTime() - 1)
    await purge(rig.platform)
    expect(await rowCounts()).toEqual([1, 0])
    rig.pass(1)
    await purge(rig.platform)
    expect(await rowCounts()).toEqual([0, 0])
  })

  /** An answer whose body is the protocol's of an error with one complaint. */
  const errorOf = (status: number, error_message: string) => {
    const complaint = { error_code: status, error_message }
    return { status, body: { result: 'ERROR', ...complaint, errors: [complaint] } }
  }

  test('a card of the hosted fields is read by its own merchant alone, and opened by nobody without a signature', async () => {
    const id = await opened()
    const neighbour = '22222222-2222-4222-8222-222222222222'
    const unsigned = errorOf(401, 'API-Signature does not fit this merchant and request.')
    expect(await read(id, merchantId, 'wrong')).toEqual(unsigned)
    expect(await read(id, neighbour)).toEqual(unsigned)
    await rig.saveMerchant({ id: neighbour })
    expect(await read(id, neighbour)).toEqual(errorOf(404, 'There is no such session.'))
    const body = JSON.stringify(request)
    const opening = await rig.app.request('/fields/sessions', { method: 'POST', body })
    expect({ status: opening.status, body: await opening.json() }).toEqual(unsigned)
  })

  test('a card of the hosted fields is refused with what is wrong in the request for it', async () => {
    const body = JSON.stringify({ ...request, client_key: 1, ancestors: undefined, theme: 'light' })
    const wrong = await rig.app.request('/fields/sessions', { method: 'POST', body })
    expect([wrong.status, await wrong.json()]).toMatchObject([
      400,
      {
        result: 'ERROR',
        error_code: 100000,
        errors: [
          { error_message: 'client_key: This value is not valid.' },
          { error_message: 'ancestors: This value should not be blank.' },
          { error_message: 'theme: This value is not valid.' },
        ],
      },
    ])
    for (const nothing of ['', '[]', '"x"']) {
      const answer = await rig.app.request('/fields/sessions', { method: 'POST', body: nothing })
      expect(answer.status).toBe(400)
    }
  })

  test('a card of the hosted fields is read by a signature alone, since it says whose it is', async () => {
    const path = `/fields/sessions/${await opened()}`
    const readBy = (secret: string) =>
      rig.app.request(path, { headers: { 'api-signature': signRequest(secret, path, '') } })
    expect((await readBy(password)).status).toBe(200)
    expect((await readBy('wrong')).status).toBe(401)
  })

  /** Sessions that still hold anything sealed. */
  async function remains(): Promise<number> {
    const rows = await rig.owner.query({
      name: 'remains',
      text: 'select from fields_session where coalesce(sealed, sealed_code, wrapped_key) is not null',
      values: [],
    })
    return rows.length
  }
})
