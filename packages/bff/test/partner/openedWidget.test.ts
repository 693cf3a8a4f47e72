import { cardPlatform } from '@cambio/rails/card/cardPlatform.ts'
import { silentLog } from '@cambio/server/log.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { clientKey, ethAddress, openRig, rival, type Rig } from '../rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

describe('a widget request', () => {
  test('a widget request shows the partner’s own fields to everyone who opens it, and nothing of the buyer’s', async () => {
    const entry = await rig.openRequest({ price_tolerance_bps: 50 })
    const session = await rig.buyerAt(entry, 'seen@example.com')
    const draft = { step: 'card', dst_address: ethAddress, payin_amount: '60' }
    expect((await rig.widget('PUT', `/api/widget/${entry}/draft`, draft, session)).status).toBe(200)
    const open = await rig.widget('GET', `/api/widget/${entry}`)
    expect(open.body).toMatchObject({
      state: 'opened',
      partner: { name: 'SHOP', origins: ['http://shop.test'] },
      fixed: { payin_amount: '50.00', dst_address: ethAddress, price_tolerance_bps: '50' },
      draft: { step: 'card', payin_amount: '60' },
      buyer: null,
      order: null,
    })
    expect(open.at('draft.dst_address')).toBeUndefined()
    const own = await rig.widget('GET', `/api/widget/${entry}`, undefined, session)
    expect(own.body).toMatchObject({ buyer: { email: 'seen@example.com', limit_in_eur: '150.00' }, draft })
  })

  test('a widget request keeps an address for the buyer who gave it, and from nobody else', async () => {
    const entry = await rig.openRequest()
    const mine = await rig.buyerAt(entry, 'payee@example.com')
    const other = await rig.buyerAt(entry, 'onlooker@example.com')
    const save = (draft: object, session?: string) =>
      rig.widget('PUT', `/api/widget/${entry}/draft`, { step: 'card', ...draft }, session)
    const draftOf = async (session: string) =>
      (await rig.widget('GET', `/api/widget/${entry}`, undefined, session)).at('draft')
    const chosen = { payout_currency: 'XRP', payin_amount: '60' }
    const destination = { dst_address: 'rBuyer', memo: '7' }
    expect((await save({ ...chosen, ...destination }, mine)).status).toBe(200)
    expect(await draftOf(mine)).toEqual({ step: 'card', ...chosen, ...destination })
    expect(await draftOf(other)).toEqual({ step: 'card', ...chosen })
    for (const foreign of [{ dst_address: 'rThief' }, { memo: '8' }]) {
      const refused = await save({ ...chosen, ...foreign })
      expect([refused.status, refused.at('code')]).toEqual([401, 'session_invalid'])
    }
    expect((await save({ ...chosen, payin_amount: '70' })).status).toBe(200)
    expect(await draftOf(mine)).toEqual({ step: 'card', ...chosen, payin_amount: '70', ...destination })
    await save({ payout_currency: 'ETH' })
    expect(await draftOf(mine)).toEqual({ step: 'card', payout_currency: 'ETH' })
  })

  test('a widget request keeps what the partner fixed, whatever the widget sends', async () => {
    const entry = await rig.openRequest()
    const terms = { payin_currency: 'USD', payin_amount: '500', payout_currency: 'BTC' }
    const quote = await rig.widget('POST', `/api/widget/${entry}/quote`, terms)
    expect(quote.body).toMatchObject({ payin_amount: '50.00', payin_currency: 'EUR', payout_currency: 'ETH' })
  })

  test('a widget request of one partner lets a session of another partner do nothing', async () => {
    const session = await rig.buyerAt(await rig.openRequest(), 'both@example.com')
    const opened = await rig.partner('POST', '/api/v2/partner/create_request', {}, { as: rival })
    const foreign = await rig.widget(
      'POST',
      `/api/widget/${String(opened.at('request_id'))}/fields`,
      {},
      session,
    )
    expect([foreign.status, foreign.at('code')]).toEqual([401, 'session_invalid'])
  })

  test('a widget request has one order, which only its buyer sees', async () => {
    const order = await rig.placeOrder({ email: 'mine@example.com' })
    const stranger = await rig.widget('POST', `${order.path}/code`, { email: 'other@example.com' })
    expect([stranger.status, stranger.at('code')]).toEqual([403, 'not_allowed'])
    const open = await rig.widget('GET', order.path)
    expect(open.body).toMatchObject({
      state: 'used',
      order: null,
      order_state: { status: 'payin_pending', step: 'card' },
    })
    const draft = await rig.widget('PUT', `${order.path}/draft`, { step: 'amount' })
    expect([draft.status, draft.at('code')]).toEqual([409, 'request_used'])
  })

  test('a widget request placed twice by its buyer answers with one order', async () => {
    const order = await rig.placeOrder()
    const again = await rig.widget('POST', `${order.path}/order`, { quote_id: 'whatever' }, order.session)
    expect([again.status, again.at('order.client_order_id')]).toEqual([200, order.orderId])
  })

  test('a widget request placed ten times at once is one order', async () => {
    const entry = await rig.openRequest()
    const session = await rig.buyerAt(entry, 'ten@example.com')
    const terms = { payin_currency: 'EUR', payin_amount: '50', payout_currency: 'ETH' }
    const quote = await rig.widget('POST', `/api/widget/${entry}/quote`, terms, session)
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        rig.widget('POST', `/api/widget/${entry}/order`, { quote_id: quote.at('quote_id') }, session),
      ),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map((reply) => reply.at('order.client_order_id'))).size).toBe(1)
  })

  test('a widget request at a price that is over is refused with a fresh price, and places at that', async () => {
    const entry = await rig.openRequest()
    const session = await rig.buyerAt(entry, 'late@example.com')
    const terms = { payin_currency: 'EUR', payin_amount: '50', payout_currency: 'ETH' }
    const quote = await rig.widget('POST', `/api/widget/${entry}/quote`, terms, session)
    rig.pass(61_000)
    const place = (quote_id: unknown) =>
      rig.widget('POST', `/api/widget/${entry}/order`, { quote_id }, session)
    const tooLate = await place(quote.at('quote_id'))
    expect([tooLate.status, tooLate.at('code'), tooLate.at('quote.payin_amount')]).toEqual([
      409,
      'quote_expired',
      '50.00',
    ])
    expect((await place(tooLate.at('quote.quote_id'))).status).toBe(200)
  })

  test('a widget request asks for details before an order, and for a card before a charge', async () => {
    const entry = await rig.openRequest()
    const route = (name: string) => `/api/widget/${entry}/${name}`
    const sent = await rig.widget('POST', route('code'), { email: 'bare@example.com' })
    const code = sent.at('sandbox_code')
    const opened = await rig.widget('POST', route('session'), { email: 'bare@example.com', code })
    const session = String(opened.at('session'))
    const terms = { payin_currency: 'EUR', payin_amount: '50', payout_currency: 'ETH' }
    const quote = await rig.widget('POST', route('quote'), terms, session)
    const place = await rig.widget('POST', route('order'), { quote_id: quote.at('quote_id') }, session)
    expect([place.status, place.at('code')]).toEqual([409, 'payer_required'])
    const none = await rig.widget('POST', route('fields'), {}, session)
    expect([none.status, none.at('code')]).toEqual([404, 'order_unknown'])
    const order = await rig.placeOrder()
    const form = await rig.widget('POST', `${order.path}/fields`, {}, order.session)
    const charge = (session_id: unknown) =>
      rig.widget('POST', `${order.path}/charge`, { session_id, challenge: 'frame' }, order.session)
    expect((await charge(form.at('session_id'))).at('code')).toBe('card_incomplete')
    rig.card.lapse(String(form.at('session_id')))
    expect((await charge(form.at('session_id'))).at('code')).toBe('card_session_over')
    expect((await charge('somebody-elses')).at('code')).toBe('card_session_over')
  })

  test('a widget request charges a form once, and answers with that order when the first answer was lost', async () => {
    const order = await rig.placeOrder()
    const form = await rig.widget('POST', `${order.path}/fields`, {}, order.session)
    const session_id = String(form.at('session_id'))
    const charge = () =>
      rig.widget('POST', `${order.path}/charge`, { session_id, challenge: 'frame' }, order.session)
    rig.card.fill(session_id, 'declined')
    const first = await charge()
    rig.card.lapse(session_id)
    const sales = rig.card.sales.length
    const again = await charge()
    expect([again.status, again.at('order.attempt')]).toEqual([200, first.at('order.attempt')])
    expect(first.at('order.attempt.state')).toBe('declined')
    expect(rig.card.sales.length).toBe(sales)
  })

  test('a widget request is told that the platform is away, and the operator is told why', async () => {
    const logged: unknown[] = []
    const log = { ...silentLog, error: (_event: string, { error }: { error: unknown }) => logged.push(error) }
    const deaf = { paymentUrl: 'http://127.0.0.1:65535', baseUrl: 'http://exchange.test', clientKey }
    const away = await openRig({ log, card: cardPlatform({ ...deaf, password: 'p', hash: 'md5' }) })
    const order = await away.placeOrder()
    const form = await away.widget('POST', `${order.path}/fields`, {}, order.session)
    expect([form.status, form.at('code')]).toEqual([503, 'platform_unreachable'])
    expect(form.text).not.toContain('ECONNREFUSED')
    const causes = logged.map((error) => error instanceof Error && error.cause)
    expect(causes.map(String)).toEqual(['Unanswered: The connection failed (ECONNREFUSED)'])
    await away.close()
  })

  test('a widget request is told that the platform is away, and that nothing was charged', async () => {
    const order = await rig.placeOrder()
    rig.card.isAway(true)
    const form = await rig.widget('POST', `${order.path}/fields`, {}, order.session)
    rig.card.isAway(false)
    expect([form.status, form.at('code')]).toEqual([503, 'platform_unreachable'])
    expect(form.headers.get('retry-after')).not.toBeNull()
  })

  test('a widget request opens the card form for our origin and the partner’s', async () => {
    const order = await rig.placeOrder()
    await rig.widget('POST', `${order.path}/fields`, { locale: 'de' }, order.session)
    expect(rig.card.openings.at(-1)).toEqual({
      ancestors: ['http://exchange.test', 'http://shop.test'],
      locale: 'de',
      amount: { currency: 'EUR', units: 5000n },
      cardToken: null,
    })
  })

  test('a widget request takes no details of a country that is not served, and no incomplete details', async () => {
    const entry = await rig.openRequest()
    const session = await rig.buyerAt(entry, 'far@example.com')
    const view = await rig.widget('GET', `/api/widget/${entry}`, undefined, session)
    const details = z.record(z.string(), z.string()).parse(view.at('buyer.payer'))
    const save = (changed: object) =>
      rig.widget('PUT', `/api/widget/${entry}/payer`, { ...details, ...changed }, session)
    expect((await save({ country: 'KP' })).at('code')).toBe('country_forbidden')
    expect((await save({ country: 'RU' })).at('code')).toBe('card_country_forbidden')
    expect((await save({ city: '' })).at('code')).toBe('field_required')
    for (const birth_date of [
      '2008-03-02',
      '2026-02-28',
      '2030-01-01',
      '1896-02-28',
      '0001-01-01',
      '1999-02-29',
      '1.2.1999',
    ])
      expect((await save({ birth_date })).at('errors.0')).toMatchObject({
        pointer: '/birth_date',
        code: 'validation_failed',
      })
    expect((await save({ birth_date: '2008-03-01' })).status).toBe(200)
    expect((await save({ birth_date: '1896-03-01' })).status).toBe(200)
    expect((await save({})).status).toBe(200)
    expect((await save({ city: 'x'.repeat(41) })).at('errors.0.pointer')).toBe('/city')
    const kept = await rig.widget('GET', `/api/widget/${entry}`, undefined, session)
    expect(kept.at('buyer.payer')).toEqual(details)
  })

  test('a widget request refuses an unknown coupon', async () => {
    const terms = { payin_currency: 'EUR', payin_amount: '50', payout_currency: 'ETH', coupon: 'NONE' }
    const quote = await rig.widget('POST', `/api/widget/${await rig.openRequest()}/quote`, terms)
    expect([quote.status, quote.at('code')]).toEqual([422, 'coupon_invalid'])
  })

  test('a widget request checks an address for its network', async () => {
    const entry = await rig.openRequest()
    const check = (body: object) => rig.widget('POST', `/api/widget/${entry}/address`, body)
    expect((await check({ currency: 'ETH', dst_address: ethAddress })).body).toEqual({ valid: true })
    const elsewhere = await check({ currency: 'BTC', dst_address: ethAddress })
    expect(elsewhere.body).toMatchObject({ code: 'address_invalid', fault: 'other_network' })
    expect((await check({ currency: 'XXX', dst_address: ethAddress })).at('code')).toBe('currency_unknown')
  })

  test('a widget request accepts no address for a way to pay out that is not offered', async () => {
    const entry = await rig.openRequest()
    const check = (body: object) => rig.widget('POST', `/api/widget/${entry}/address`, body)
    const dollars = await check({ currency: 'USD', dst_address: 'nonsense' })
    expect([dollars.status, dollars.at('code')]).toEqual([422, 'pair_unavailable'])
    const bank = await check({ currency: 'ETH', payout_group: 'bank', dst_address: ethAddress })
    expect([bank.status, bank.at('code')]).toEqual([422, 'group_unavailable'])
  })

  test('a widget request is over after a day', async () => {
    const day = await openRig()
    const entry = await day.openRequest()
    day.pass(24 * 60 * 60_000)
    const view = await day.widget('GET', `/api/widget/${entry}`)
    expect(view.at('state')).toBe('expired')
    const code = await day.widget('POST', `/api/widget/${entry}/code`, { email: 'a@example.com' })
    expect([code.status, code.at('code')]).toEqual([409, 'request_expired'])
    await day.close()
  })
})

describe('what a buyer is told ahead', () => {
  test('a price says how the limit bears on it, to an unknown buyer and to one who has bought', async () => {
    const entry = await rig.openRequest()
    const terms = { payin_currency: 'EUR', payin_amount: '50', payout_currency: 'ETH' }
    const limit = async (session?: string) =>
      (await rig.widget('POST', `/api/widget/${entry}/quote`, terms, session)).at('limit')
    const next_level = 'identity'
    expect(await limit()).toEqual({ left_in_eur: '150.00', next_level, needed_level: null })
    const session = await rig.buyerAt(entry, 'limited@example.com')
    for (let order = 0; order < 3; order += 1)
      await rig.charge(await rig.placeOrder({ email: 'limited@example.com' }), 'held')
    expect(await limit(session)).toEqual({ left_in_eur: '0.00', next_level, needed_level: 'identity' })
  })

  test('an order’s terms are read by its own key, and not by the id of a request, which others know', async () => {
    const created = await rig.partner('POST', '/api/v2/partner/order/create', {
      partner_order_id: 'terms-1',
      payin_currency: 'EUR',
      payin_amount: '50.00',
      payout_currency: 'ETH',
      dst_address: ethAddress,
      client_ip: '192.0.2.1',
      remote_country: 'DE',
    })
    const key = new URL(String(created.at('redirect'))).searchParams.get('k')
    const open = await rig.widget('GET', `/api/widget/${String(created.at('client_order_id'))}~${key}`)
    expect(open.body).toMatchObject({
      order: null,
      order_state: { terms: { payin_amount: '50.00', payout_currency: 'ETH', dst_address: ethAddress } },
    })
    const { path } = await rig.placeOrder()
    expect((await rig.widget('GET', path)).at('order_state.terms')).toBeNull()
  })

  test('every card that was tried is in the order, with how the limit bears on the next one', async () => {
    const order = await rig.placeOrder({ email: 'tries@example.com' })
    await rig.charge(order, 'declined')
    const view = await rig.widget('GET', order.path, undefined, order.session)
    expect(view.body).toMatchObject({
      order: {
        tries: [{ state: 'declined', card_number: '411111******1111', decline_reason: 'Insufficient funds' }],
        limit: { needed_level: null },
      },
    })
    await rig.charge(order, 'held')
    const after = await rig.widget('GET', order.path, undefined, order.session)
    expect(after.body).toMatchObject({
      order: { tries: [{ state: 'declined' }, { state: 'authorised' }], limit: null },
    })
  })
})
