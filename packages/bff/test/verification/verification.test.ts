import type { Prices } from '@cambio/exchange/price/RateSource.ts'
import { sandboxRates } from '@cambio/rails/rates/sandboxRates.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openRig, type Reply, type Rig } from '../rig.ts'

let rig: Rig
let pricesAre: (prices: Prices) => Prices = (prices) => prices
beforeEach(async () => {
  pricesAre = (prices) => prices
  const source = sandboxRates({ clock: { now: () => rig.exchange.clock.now() } })
  rig = await openRig({ rates: { prices: async () => pricesAre(await source.prices()) } })
})
afterEach(() => rig.close())

type Pending = { readonly path: string; readonly session: string; readonly page: string }

/** Places an order above its buyer's limit. */
async function placePending(
  payin_amount = '200.00',
  email = 'careful@example.com',
  coupon?: string,
): Promise<Pending> {
  const entry = await rig.openRequest({ payin_currency: 'USD', payin_amount })
  const path = `/api/widget/${entry}`
  const session = await rig.buyerAt(entry, email)
  const terms = { payin_currency: 'USD', payin_amount, payout_currency: 'ETH', coupon }
  const quote = await rig.widget('POST', `${path}/quote`, terms, session)
  await rig.widget('POST', `${path}/order`, { quote_id: quote.at('quote_id') }, session)
  const charged = await rig.charge({ path, session }, 'held')
  expect(charged.at('order.status')).toBe('pending')
  return { path, session, page: new URL(String(charged.at('order.verification_url'))).pathname }
}

const approve = ({ page }: Pending): Promise<Reply> => rig.send('POST', page, { body: 'decision=approve' })

const viewOf = ({ path, session }: Pending): Promise<Reply> => rig.widget('GET', path, undefined, session)

describe('an approval', () => {
  test('an approval counts as long as its order waits for it, which is seven days', async () => {
    const order = await placePending()
    rig.pass(7 * 24 * 60 * 60_000 - 1)
    expect((await approve(order)).status).toBe(200)
    const late = await placePending('200.00', 'late@example.com')
    rig.pass(7 * 24 * 60 * 60_000)
    expect((await approve(late)).status).toBe(404)
  })

  test('an approval that comes while there are no prices is not lost', async () => {
    const order = await placePending()
    pricesAre = ({ eur }) => ({ eur, at: new Date(0) })
    expect((await approve(order)).status).toBe(503)
    expect((await viewOf(order)).body).toMatchObject({
      order: { status: 'pending' },
      buyer: { verification_level: 'basic' },
    })
    pricesAre = (prices) => prices
    expect((await approve(order)).status).toBe(200)
    expect((await viewOf(order)).body).toMatchObject({
      order: { status: 'processing' },
      buyer: { verification_level: 'identity' },
    })
  })

  test('an approval that comes while its order cannot be written leaves the level and the token as they were', async () => {
    const order = await placePending()
    await rig.owner.query(
      statement(`create function refuse_cleared() returns trigger language plpgsql as
        $$ begin raise exception 'no room'; end $$`),
    )
    await rig.owner.query(
      statement(`create trigger refuse_cleared before insert on order_event
        for each row when (new.fact = 'cleared') execute function refuse_cleared()`),
    )
    expect((await approve(order)).status).toBe(500)
    expect((await viewOf(order)).at('buyer.verification_level')).toBe('basic')
    await rig.owner.query(statement('drop trigger refuse_cleared on order_event'))
    expect((await approve(order)).status).toBe(200)
    expect((await viewOf(order)).at('order.status')).toBe('processing')
  })

  test('an approval lets an order go on whose amount is outside today’s bounds', async () => {
    const order = await placePending()
    pricesAre = ({ at, eur }) => ({ at, eur: new Map([...eur, ['USD', (eur.get('USD') ?? 0n) / 100n]]) })
    expect((await approve(order)).status).toBe(200)
    const view = await viewOf(order)
    expect(view.at('order')).toMatchObject({ status: 'processing', payin_amount: '200.00' })
  })

  test('an approval keeps the coupon’s discount, although this very order used the coupon up', async () => {
    await rig.owner.query(
      statement(`insert into coupon (partner_id, code, off_bps, valid_from, valid_until, most_uses)
        select id, 'ONCE', 5000, '2026-01-01', '2027-01-01', 1 from partner where api_key = 'SHOP'`),
    )
    const order = await placePending('200.00', 'thrifty@example.com', 'ONCE')
    const before = (await viewOf(order)).at('order.margin_fee')
    await approve(order)
    expect((await viewOf(order)).at('order.margin_fee')).toBe(before)
  })

  test('an approval never lowers a level that was granted since', async () => {
    const [little, large] = [await placePending('200.00'), await placePending('2000.00')]
    await approve(large)
    await approve(little)
    expect((await viewOf(little)).at('buyer.verification_level')).toBe('address')
  })

  test('an approval counts once, however often it comes at once', async () => {
    const order = await placePending()
    const replies = await Promise.all(Array.from({ length: 6 }, () => approve(order)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(5)
  })
})
