import { hkdfSync } from 'node:crypto'
import { decrypt, open } from '@cambio/server/keys/envelope.ts'
import { keyring, type Keyring } from '@cambio/server/keys/Keyring.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contextOf, hashOf } from '../src/vault/tokens.ts'
import { merchantId, openRig, saleFields, type Fields, type Rig } from './rig.ts'
import { openShop } from './shop.ts'

const KEK = Buffer.alloc(32, 7)
const success = { card_exp_month: '01', card_exp_year: '2038' }
const neighbour = '22222222-2222-4222-8222-222222222222'

let rig: Rig
/** What opening anything sealed costs of the rig's time. */
let openingMs: number
beforeEach(async () => {
  openingMs = 0
  const ring = keyring([KEK])
  const slow: Keyring = {
    ...ring,
    current: () => ring.current(),
    find(id) {
      rig?.pass(openingMs)
      return ring.find(id)
    },
  }
  rig = await openRig({ keyring: slow })
})
afterEach(() => rig.close())

const byToken = (card_token: string, more: Fields = {}) =>
  rig.send(
    saleFields({
      order_id: 'by-token',
      card_token,
      card_number: '',
      card_exp_month: '',
      card_exp_year: '',
      ...more,
    }),
  )

describe('a token of a card', () => {
  async function issueToken(): Promise<string> {
    const sale = await rig.sale({ req_token: 'Y' })
    return String(sale.body['card_token'])
  }

  test('a card token leaves nothing behind of a SALE that was declined', async () => {
    const sale = await rig.sale({ req_token: 'Y', card_exp_month: '02' })
    expect(sale.body).toMatchObject({ result: 'DECLINED' })
    expect(await rig.owner.query(statement('select 1 as one from vault_card'))).toEqual([])
  })

  test('a card token is no token before its SALE has succeeded', async () => {
    const shop = openShop(rig)
    const sale = await rig.sale({ req_token: 'Y', card_exp_month: '05' })
    const [row] = await rig.owner.query<{ id: string }>(statement('select id from vault_card'))
    const token = rig.platform.keys.token('card', row?.id ?? '')
    expect((await byToken(token)).body).toMatchObject({ error_code: 205005 })
    await shop.decide(sale)
    expect((await byToken(token)).body).toMatchObject({ status: '3DS' })
  })

  test('a card token is good to the end of the last month of its card, wherever the buyer is', async () => {
    const token = await issueToken()
    rig.pass(Date.UTC(2038, 1, 1, 12) - rig.platform.clock.now().getTime() - 1)
    expect((await byToken(token)).body).not.toHaveProperty('error_code')
    rig.pass(1)
    expect((await byToken(token, { order_id: 'late' })).body).toMatchObject({ error_code: 205006 })
  })

  test('a card token opens no card that was put under another merchant, or another token', async () => {
    await rig.saveMerchant({ id: neighbour })
    const token = await issueToken()
    await rig.owner.query(statement('update vault_card set merchant_id = $1', neighbour))
    expect((await byToken(token, { client_key: neighbour })).status).toBe(500)
    const other = 'a'.repeat(64)
    await rig.owner.query(
      statement('update vault_card set merchant_id = $1, token_hash = $2', merchantId, hashOf(other)),
    )
    expect((await byToken(other)).status).toBe(500)
  })
})

describe('a token of the hosted fields', () => {
  test("a fields token alone opens the security code: not the platform's keys, nor anything in its database", async () => {
    const token = await openShop(rig).handedIn(success, '987')
    const [row] = await rig.owner.query<{
      token_hash: Buffer
      key_id: string
      wrapped_key: Buffer
      sealed_code: Buffer
    }>(statement('select token_hash, key_id, wrapped_key, sealed_code from fields_session'))
    if (row === undefined) throw new Error('What was handed in is gone.')
    const context = contextOf(merchantId, row.token_hash)
    const made = (from: Uint8Array) => Buffer.from(hkdfSync('sha256', from, '', 'cambio security code', 32))
    expect(decrypt(made(Buffer.from(token, 'hex')), row.sealed_code, context).toString()).toBe('987')

    const wrapped = { keyId: row.key_id, wrappedKey: row.wrapped_key, sealed: row.sealed_code }
    expect(() => open(rig.platform.keyring, wrapped, context)).toThrow()
    for (const guess of [KEK, row.token_hash, Buffer.alloc(32)]) {
      for (const key of [guess, made(guess)]) expect(() => decrypt(key, row.sealed_code, context)).toThrow()
    }
  })

  test.each([
    [3, { result: 'SUCCESS' }],
    [2, { error_code: 205006 }],
  ])(
    'a fields token’s time is checked again when it is taken: with %i ms left, two of them for opening, %j',
    async (left, body) => {
      const token = await openShop(rig).handedIn(success)
      rig.pass(10 * 60_000 - left)
      openingMs = 1
      expect((await byToken(token, { card_cvv2: '' })).body).toMatchObject(body)
    },
  )
})
