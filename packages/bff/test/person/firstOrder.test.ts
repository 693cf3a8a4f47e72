import type { RateSource } from '@cambio/exchange/price/RateSource.ts'
import { sandboxRates } from '@cambio/rails/rates/sandboxRates.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { registerClient } from '../client/registerClient.ts'
import { ethAddress, openRig, shop, type Reply, type Rig } from '../rig.ts'

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
  await rig.ensurePartner({ ...shop, firstOrderFree: true })
})
afterEach(() => rig.close())

const terms = { payin_currency: 'EUR', payin_amount: '50', payout_currency: 'ETH' }
const email = 'regular@example.com'

type Buyer = { readonly path: string; readonly session: string }

async function buyer(address = email): Promise<Buyer> {
  const entry = await rig.openRequest()
  return { path: `/api/widget/${entry}`, session: await rig.buyerAt(entry, address) }
}

const requestQuote = ({ path, session }: Buyer): Promise<Reply> =>
  rig.widget('POST', `${path}/quote`, terms, session)

const placeFor = ({ path, session }: Buyer, quote_id: unknown): Promise<Reply> =>
  rig.widget('POST', `${path}/order`, { quote_id }, session)

const placeOrder = (each: Buyer, quote: Reply): Promise<Reply> => placeFor(each, quote.at('quote_id'))

async function fees({ query }: Pick<Rig, 'query'> = rig): Promise<bigint[]> {
  const rows = await query<{ fee: bigint }>(
    statement('select margin_fee_units as fee from orders order by margin_fee_units'),
  )
  return rows.map(({ fee }) => fee)
}

describe('the free first order', () => {
  test('a first order is free once for each client, and again when it came to nothing', async () => {
    const first = await buyer()
    const quote = await requestQuote(first)
    expect([quote.at('margin_fee'), (await placeOrder(first, quote)).status]).toEqual(['0.00', 200])
    expect((await requestQuote(await buyer())).at('margin_fee')).not.toBe('0.00')
    await rig.settle()
    expect((await requestQuote(await buyer())).at('margin_fee')).toBe('0.00')
  })

  test('a first order is free once for each person, whose other addresses have paid for one', async () => {
    const first = await buyer('jane.doe@gmail.com')
    await placeOrder(first, await requestQuote(first))
    const alias = await buyer('janedoe+2@gmail.com')
    expect((await requestQuote(alias)).at('margin_fee')).toBe('0.00')
    const taken = await requestQuote(alias)
    expect((await rig.charge(first, 'held')).at('order.status')).toBe('auth_success')
    expect((await requestQuote(alias)).at('margin_fee')).not.toBe('0.00')
    expect((await placeOrder(alias, taken)).at('code')).toBe('quote_expired')
    expect((await requestQuote(await buyer('somebody.else@gmail.com'))).at('margin_fee')).toBe('0.00')
  })

  test('a first order’s discount is taken back before the charge where its card has paid for another', async () => {
    const card = { fingerprint: 'shared', mask: '535353******0008' }
    const chargeCard = async ({ path, session }: Buyer, typed: typeof card) => {
      const form = await rig.widget('POST', `${path}/fields`, {}, session)
      rig.card.fill(String(form.at('session_id')), 'held', typed)
      const body = { session_id: form.at('session_id'), challenge: 'frame' }
      return rig.widget('POST', `${path}/charge`, body, session)
    }
    const order = async (address: string) => {
      const each = await buyer(address)
      expect((await placeOrder(each, await requestQuote(each))).at('order.margin_fee')).toBe('0.00')
      return each
    }
    const first = await order('one@example.com')
    const [second, third] = [await order('two@example.com'), await order('three@example.com')]
    expect((await chargeCard(first, card)).at('order.status')).toBe('auth_success')
    const refused = await chargeCard(second, card)
    expect([refused.status, refused.at('code')]).toEqual([409, 'quote_expired'])
    const shown = await rig.widget('GET', second.path, undefined, second.session)
    expect(shown.at('order.attempt')).toBeNull()
    expect([shown.at('order.payin_amount'), shown.at('order.margin_fee')]).toEqual(['50.00', '1.45'])
    const paid = await chargeCard(second, card)
    expect([paid.at('order.status'), paid.at('order.margin_fee')]).toEqual(['auth_success', '1.45'])
    const another = await chargeCard(third, { fingerprint: 'own', mask: '535353******0016' })
    expect([another.at('order.status'), another.at('order.margin_fee')]).toEqual(['auth_success', '0.00'])
  })

  test('a first order is not free at a price that another mailbox was quoted', async () => {
    const first = await buyer()
    await placeOrder(first, await requestQuote(first))
    const second = await buyer()
    const throwaway = { ...second, session: await rig.buyerAt(second.path.slice(12), 'new@example.com') }
    const borrowed = await requestQuote(throwaway)
    expect(borrowed.at('margin_fee')).toBe('0.00')
    const refused = await placeOrder(second, borrowed)
    expect([refused.status, refused.at('code')]).toEqual([409, 'quote_expired'])
    expect(refused.at('quote.margin_fee')).not.toBe('0.00')
    expect(await fees()).toHaveLength(1)
    const order = await placeFor(second, refused.at('quote.quote_id'))
    expect(order.at('order.margin_fee')).toBe(refused.at('quote.margin_fee'))
  })

  for (const together of [false, true])
    test(`only one of four first orders at prices taken beforehand is free when placed ${together ? 'at once' : 'in turn'}`, async () => {
      const buyers = [await buyer(), await buyer(), await buyer(), await buyer()]
      const choices = await Promise.all(
        buyers.map(async (each) => ({ each, quote: await requestQuote(each) })),
      )
      const replies: Reply[] = []
      const place = async ({ each, quote }: (typeof choices)[number]) =>
        void replies.push(await placeOrder(each, quote))
      if (together) await Promise.all(choices.map(place))
      else for (const choice of choices) await place(choice)
      const refused = replies.filter(({ status }) => status !== 200)
      expect(refused.map((reply) => [reply.status, reply.at('code')])).toEqual(
        Array.from({ length: 3 }, () => [409, 'quote_expired']),
      )
      for (const reply of refused) expect(reply.at('quote.margin_fee')).not.toBe('0.00')
      expect(await fees()).toEqual([0n])
    })

  test('a free first order that is placed ten times at once is a single order', async () => {
    const first = await buyer()
    const quote = await requestQuote(first)
    const replies = await Promise.all(Array.from({ length: 10 }, () => placeOrder(first, quote)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await fees()).toEqual([0n])
  })

  for (const keyed of [false, true])
    test(`only one of four orders that a partner creates at once${keyed ? ' under keys' : ''} is a free first order`, async () => {
      const meeting = metBy(4)
      const together = await openRig({ rates: meeting })
      await together.ensurePartner({ ...shop, firstOrderFree: true })
      const opened = await together.partner('POST', '/api/v2/partner/create_request', {})
      await together.buyerAt(String(opened.at('request_id')), email)
      meeting.begin()
      const create = (index: number) =>
        together.partner('POST', '/api/v2/partner/order/create', orderNamed(`first-${index}`), {
          headers: keyed ? { 'Idempotency-Key': `key-${index}` } : {},
        })
      const replies = await Promise.all([0, 1, 2, 3].map(create))
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
      const all = await fees(together)
      expect([all.length, all.filter((fee) => fee === 0n).length]).toEqual([4, 1])
      await together.close()
    })
})

describe('the price that a partner is told before its client’s first order', () => {
  const pair = { payin_currency: 'EUR', payin_group: 'card', payout_currency: 'ETH' }
  const requestFee = (fields: object, version = 2) =>
    rig.partner('POST', `/api/v${version}/partner/order/fee`, {
      ...pair,
      payin_amount: '150.00',
      partner_order_id: 'asked',
      ...fields,
    })

  test('a partner is told the price that the first order will have', async () => {
    const client = await registerClient(rig)
    const whose = { client_external_id: client.externalId }
    const fee = await requestFee(whose)
    expect(fee.at('margin_fee')).toBe('0.00')
    const own = await client.send('POST', '/api/v2/client/order/fee', { ...pair, payin_amount: '150.00' })
    expect(fee.body).toEqual(own.body)
    const withFee = await requestFee({ ...whose, free_first: 0 })
    expect(withFee.at('margin_fee')).toBe('4.35')
    const created = await rig.partner('POST', '/api/v2/partner/order/create', {
      ...orderNamed('quoted'),
      ...pair,
      payin_amount: '150.00',
      client_email: client.email,
    })
    expect(created.at('payout_amount')).toBe(fee.at('payout_amount'))
    expect((await requestFee(whose)).body).toEqual(withFee.body)
  })

  test('a partner that names no client is told the whole fee, since the order may be no first one', async () => {
    for (const [fields, version] of [
      [{}, 2],
      [{ free_first: 1 }, 2],
      [{}, 1],
      [{ free_first: 0 }, 1],
      [{ free_first: 1 }, 1],
    ] as const)
      expect((await requestFee(fields, version)).at('margin_fee')).toBe('4.35')
  })

  test('a partner’s question for requirements is answered by the price of the first order', async () => {
    const { externalId: client_external_id } = await registerClient(rig)
    const payout_amount = (await requestFee({ client_external_id })).at('payout_amount')
    const requirements = (whose: object) =>
      rig.partner('POST', '/api/v2/partner/order/requirements', { ...pair, payout_amount, ...whose })
    expect((await requirements({ client_external_id })).at('needed_level')).toBeNull()
    expect((await requirements({})).at('needed_level')).toBe('identity')
  })
})

const orderNamed = (partner_order_id: string) => ({
  ...terms,
  partner_order_id,
  client_email: email,
  dst_address: ethAddress,
  client_ip: '192.0.2.7',
  remote_country: 'DE',
})

/** Prices that nobody has, once it has begun, before so many have asked: by then each has looked whether it is the first. */
function metBy(count: number): RateSource & { begin(): void } {
  const source = sandboxRates({ clock: { now: () => new Date('2026-03-01T09:30:00.123Z') } })
  const { promise: everyone, resolve } = Promise.withResolvers<void>()
  let waiting = 0
  let hasBegun = false
  return {
    begin: () => void (hasBegun = true),
    async prices() {
      if (!hasBegun) return source.prices()
      waiting += 1
      if (waiting === count) resolve()
      await everyone
      return source.prices()
    },
  }
}
