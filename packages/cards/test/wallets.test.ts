import { signRequest } from '@cambio/wire/partner/signature.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Wallet } from '../src/means/networkToken/NetworkToken.ts'
import { followUpHash, subjectOf } from '../src/protocol/hash.ts'
import { appleToken } from '../src/sandbox/wallets/appleWallet.ts'
import { googleToken } from '../src/sandbox/wallets/googleWallet.ts'
import { walletCards, type WalletCard } from '../src/sandbox/wallets/walletCards.ts'
import { fieldsVault } from '../src/vault/fieldsSessions.ts'
import { purge } from '../src/work/purge.ts'
import { buyerAt } from './buyer.ts'
import { dumped } from './dumped.ts'
import { refusalOf } from './refusalOf.ts'
import { merchantId, openRig, password, saleFields, visa, type Reply, type Rig } from './rig.ts'

/* A SALE of what a wallet handed over in the card fields, and the money's way back. */

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
  await rig.saveMerchant({ wallets: ['google_pay', 'apple_pay'] })
})
afterAll(() => rig.close())

let count = 0
const fresh = () => ({ order_id: `paid-by-wallet-${(count += 1)}` })
const tokenNumber = '4895370012003478'
const tokenMask = '489537******3478'

/** Opens card fields for 100 EUR. */
async function opened(more: object = {}): Promise<string> {
  const request = {
    client_key: merchantId,
    parent_origin: 'https://exchange.example',
    ancestors: ['https://exchange.example'],
    order_amount: '100.00',
    order_currency: 'EUR',
  }
  const body = JSON.stringify({ ...request, ...more })
  const headers = { 'api-signature': signRequest(password, '/fields/sessions', body) }
  const reply = await rig.app.request('/fields/sessions', { method: 'POST', body, headers })
  return ((await reply.json()) as { session_id: string }).session_id
}

async function stateOf(session: string): Promise<Record<string, unknown>> {
  const path = `/fields/sessions/${session}`
  const headers = { 'api-key': merchantId, 'api-signature': signRequest(password, path, '') }
  return (await (await rig.app.request(path, { headers })).json()) as Record<string, unknown>
}

function cardFor(outcome: string, wallet: Wallet = 'google_pay'): WalletCard {
  const card = walletCards(wallet).find((one) => one.outcome === outcome)
  if (card === undefined) throw new Error(`No card of the wallet comes to ${outcome}.`)
  return card
}

function token(card: WalletCard = cardFor('success')): string {
  const { keys, random, clock } = rig.platform
  return googleToken({ secret: keys.sandboxWallets, random, now: clock.now() }, { card, merchantId })
}

const submitCard = (session: string, handed = token()) =>
  fieldsVault(rig.platform).submitWallet(session, { wallet: 'google_pay', token: handed })

/** Hands in a token of Apple Pay for an amount. */
function handInApple(session: string, money = { units: 10_000n, currency: 'EUR' }) {
  const { keys, random, clock } = rig.platform
  const deps = { secret: keys.sandboxWallets, random, now: clock.now() }
  const handed = appleToken(deps, { card: cardFor('success', 'apple_pay'), money })
  return fieldsVault(rig.platform).submitWallet(session, { wallet: 'apple_pay', token: handed })
}

/** A SALE of 100 EUR by what a wallet hands in. */
async function saleBy(card: WalletCard, fields: Record<string, string> = {}): Promise<Reply> {
  const session = await opened()
  expect(await submitCard(session, token(card))).toBe('done')
  return rig.send(await saleOf(session, fields))
}

async function saleOf(session: string, fields: Record<string, string> = {}) {
  const { card_token } = await stateOf(session)
  const typed = { card_number: '', card_exp_month: '', card_exp_year: '', card_cvv2: '' }
  return saleFields({ ...typed, ...fresh(), card_token: String(card_token), ...fields })
}

const hashOf = (id: string, number = tokenNumber) =>
  followUpHash({ password, algorithm: 'md5' }, 'doe@example.com', id, subjectOf(number))

describe('a SALE of a wallet’s payment', () => {
  test('a network token of a wallet is held without a challenge, captured, and refunded like a card', async () => {
    const sale = await saleBy(cardFor('success'))
    expect(sale.body).toMatchObject({ result: 'SUCCESS', status: 'PENDING', card: tokenMask })
    expect(sale.body).not.toHaveProperty('card_token')
    rig.pass(1_000)
    await rig.settle()
    const { trans_id } = sale.body
    const hash = hashOf(trans_id)
    const back = await rig.followUp('CREDITVOID', trans_id, { hash })
    expect(back.body).toMatchObject({ result: 'ACCEPTED' })
    await rig.settle()
    const details = await rig.followUp('GET_TRANS_DETAILS', trans_id, { hash })
    expect(details.body).toMatchObject({ status: 'REFUND', card: tokenMask })
  })

  test('a wallet’s card number goes through 3-D Secure, whatever the number', async () => {
    const asked = { ...cardFor('3ds_success'), exp_month: '01' }
    const sale = await saleBy(asked)
    expect(sale.body).toMatchObject({ result: 'REDIRECT', status: '3DS' })
    await buyerAt(async (url, init) => rig.app.request(url, init)).decide(sale)
    const answer = await rig.followUp('GET_TRANS_STATUS', sale.body.trans_id, {
      hash: hashOf(sale.body.trans_id, visa),
    })
    expect(answer.body).toMatchObject({ status: 'PENDING' })
  })

  test.each([
    ['declined', { result: 'DECLINED' }],
    ['3ds_declined', { result: 'REDIRECT', status: '3DS' }],
  ])('a wallet’s card that comes to %s is answered so', async (outcome, answer) => {
    expect((await saleBy(cardFor(outcome))).body).toMatchObject(answer)
  })

  test('a SALE of another amount or currency than the buyer approved is refused, and the approved one is taken', async () => {
    const session = await opened()
    expect(await submitCard(session)).toBe('done')
    const wrongs = [
      [{ order_amount: '100.01' }, 'order_amount'],
      [{ order_currency: 'USD' }, 'order_currency'],
    ] as const
    for (const [wrong, name] of wrongs)
      expect(await refusalOf(rig, await saleOf(session, wrong))).toEqual([
        100000,
        `${name}: This value is not valid.`,
      ])
    expect((await rig.send(await saleOf(session))).body).toMatchObject({ result: 'SUCCESS' })
  })

  test('neither the number of a wallet nor its proof is in any table', async () => {
    await saleBy({ ...cardFor('success'), cryptogram: 'V2l0bmVzc2VkQnlUaGlzVGVzdA==' })
    const everything = await dumped(rig)
    expect(everything).toContain(tokenMask)
    expect(everything).toContain('google_pay')
    expect(everything).not.toContain(tokenNumber)
    expect(everything).not.toContain('V2l0bmVzc2VkQnlUaGlzVGVzdA==')
  })
})

describe('a wallet’s token', () => {
  test('a token is taken once: not by the same session again, nor by another', async () => {
    const [first, second, used] = [await opened(), await opened(), token()]
    const ends = await Promise.all([submitCard(first, used), submitCard(second, used)])
    expect(ends.toSorted()).toEqual(['done', 'invalid'])
    const taken = ends[0] === 'done' ? first : second
    expect(await submitCard(taken, used)).toBe('used')
    expect(await stateOf(taken)).toMatchObject({
      state: 'complete',
      card: tokenMask,
      wallet: 'google_pay',
    })
    expect(await stateOf(taken === first ? second : first)).toEqual({ state: 'open' })
  })

  test('an expired token is refused, and its id is forgotten only then', async () => {
    const [first, used] = [await opened(), token()]
    expect(await submitCard(first, used)).toBe('done')
    await purge(rig.platform)
    expect(await submitCard(await opened(), used)).toBe('invalid')
    rig.pass(31 * 60_000)
    await purge(rig.platform)
    expect(await submitCard(await opened(), used)).toBe('invalid')
    const kept = await rig.database.query({
      name: 'kept',
      text: 'select 1 as one from wallet_token',
      values: [],
    })
    expect(kept).toEqual([])
  })

  test('Apple Pay’s token is paid once, and only for the amount and currency that it was approved for', async () => {
    const wrongs = [
      { units: 10_001n, currency: 'EUR' },
      { units: 10_000n, currency: 'USD' },
    ]
    for (const money of wrongs) expect(await handInApple(await opened(), money)).toBe('invalid')
    const session = await opened()
    expect(await handInApple(session)).toBe('done')
    const sale = await rig.send(await saleOf(session))
    expect(sale.body).toMatchObject({ result: 'SUCCESS', status: 'PENDING', card: tokenMask })
    const { trans_id } = sale.body
    const back = await rig.followUp('CREDITVOID', trans_id, { hash: hashOf(trans_id) })
    expect(back.body).toMatchObject({ result: 'ACCEPTED' })
  })

  test('the same number has one fingerprint, whether it is typed or a wallet gives it', async () => {
    const number = '4000000000001000'
    const typed = await opened()
    await fieldsVault(rig.platform).submitCard(typed, {
      number,
      exp_month: '01',
      exp_year: '2038',
      code: '123',
    })
    const { card_fingerprint: expected } = await stateOf(typed)
    expect(expected).toEqual(expect.any(String))
    for (const cryptogram of [null, 'AAAA']) {
      const session = await opened()
      await submitCard(session, token({ number, exp_month: '02', exp_year: '2039', cryptogram }))
      expect(await stateOf(session)).toMatchObject({ card_fingerprint: expected })
    }
  })

  test.each<[string, object]>([
    ['without an amount', { order_amount: undefined }],
    ['without a currency', { order_currency: undefined }],
  ])('a session that was opened %s takes no token', async (_, more) => {
    expect(await submitCard(await opened(more))).toBe('invalid')
  })

  test('a merchant that has not switched a wallet on takes no token of it', async () => {
    await rig.saveMerchant({ wallets: [] })
    expect(await submitCard(await opened())).toBe('invalid')
    await rig.saveMerchant({ wallets: ['google_pay'] })
    expect(await submitCard(await opened())).toBe('done')
  })

  test('a live merchant takes no token that the sandbox made', async () => {
    await rig.saveMerchant({ wallets: ['google_pay'], mode: 'live' })
    expect(await submitCard(await opened())).toBe('invalid')
    await rig.saveMerchant({ wallets: ['google_pay'] })
  })
})
