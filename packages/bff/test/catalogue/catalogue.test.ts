import { changeCatalogue } from '@cambio/exchange/operator/catalogue/changeCatalogue.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operatorDeps } from '../../src/operator/operatorDeps.ts'
import { readChanges } from '../../src/store/catalogue.ts'
import { storeDepsOf } from '../../src/store/StoreDeps.ts'
import { registerClient } from '../client/registerClient.ts'
import { ethAddress, openRig, rival, type Reply, type Rig } from '../rig.ts'

const MINUTE_MS = 60_000

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

/** What was set before is taken back, so that each test begins with the standard. */
beforeEach(async () => {
  rig.pass(MINUTE_MS)
  const changes = await readChanges(rig.query)
  for (const partnerId of new Set(changes.map((change) => change.partnerId)))
    await set(
      Object.fromEntries(
        changes.filter((each) => each.partnerId === partnerId).map(({ name }) => [name, null]),
      ),
      { partnerId },
    )
})

type When = { readonly partnerId?: string | null; readonly at?: Date }

async function change(values: Record<string, string | null>, { partnerId = null, at }: When = {}) {
  const deps = operatorDeps({ ...storeDepsOf(rig.exchange), mode: 'sandbox' })
  const outcome = await changeCatalogue(deps, {
    values: new Map(Object.entries(values)),
    partnerId,
    effectiveAt: at ?? rig.exchange.clock.now(),
    actor: 'ada',
    reason: null,
  })
  await rig.catalogue.refresh()
  return outcome
}

async function set(values: Record<string, string | null>, when: When = {}): Promise<void> {
  expect(await change(values, when)).toMatchObject({ is: 'done' })
}

async function partnerIdOf(apiKey: string): Promise<string> {
  const [row] = await rig.query<{ id: string }>(
    statement('select id from partner where api_key = $1', apiKey),
  )
  return row?.id ?? ''
}

const terms = { payin_currency: 'EUR', payin_amount: '100.00', payout_currency: 'ETH' }

function fee(more: object = {}, as?: typeof rival): Promise<Reply> {
  const body = { partner_order_id: 'fee-1', ...terms, ...more }
  return rig.partner('POST', '/api/v2/partner/order/fee', body, as && { as })
}

describe('a change of the tariff', () => {
  test('a change of the tariff prices what is asked for from then on, and leaves an earlier quote at its price', async () => {
    const entry = await rig.openRequest()
    const path = `/api/widget/${entry}`
    const session = await rig.buyerAt(entry, 'quoted@example.com')
    const quote = await rig.widget('POST', `${path}/quote`, terms, session)
    await set({ 'payin.card.serviceBps': '500', spreadBps: '200' })
    expect((await fee()).at('margin_fee')).toBe('5.00')
    const order = await rig.widget('POST', `${path}/order`, { quote_id: quote.at('quote_id') }, session)
    expect(order.status).toBe(200)
    for (const line of ['payout_amount', 'margin_fee', 'rate'])
      expect(order.at(`order.${line}`)).toBe(quote.at(line))
  })

  test('a change of the tariff for one partner changes nothing for another partner or the public', async () => {
    const [before, partnerId] = [await fee({}, rival), await partnerIdOf('SHOP')]
    await set({ 'payin.card.serviceBps': '100', 'payin.card.minEurCents': '5000' }, { partnerId })
    expect((await fee()).at('margin_fee')).toBe('1.00')
    expect((await fee({ payin_amount: '49.99' })).at('bounds.payin_min_amount')).toBe('50.00')
    expect((await fee({}, rival)).body).toEqual(before.body)
    const open = await rig.send('POST', '/api/v2/public/order/fee', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ partner_order_id: 'fee-1', ...terms }),
    })
    expect(open.at('margin_fee')).toBe(before.at('margin_fee'))
    const opened = await rig.openRequest()
    const quote = await rig.widget('POST', `/api/widget/${opened}/quote`, { ...terms, payin_amount: '50' })
    expect(quote.at('margin_fee')).toBe('0.50')
  })

  test('a change of the public tariff reaches a partner without a value of its own, also once it took its own back', async () => {
    const partnerId = await partnerIdOf('SHOP')
    await set({ 'payin.card.serviceBps': '100' }, { partnerId })
    await set({ 'payin.card.networkBps': '200', 'payin.card.serviceBps': '400' })
    expect((await fee()).body).toMatchObject({ payin_fee: '2.00', margin_fee: '1.00' })
    await set({ 'payin.card.serviceBps': null }, { partnerId })
    expect((await fee()).body).toMatchObject({ payin_fee: '2.00', margin_fee: '4.00' })
  })

  test('a change of the tariff planned for later is not seen before its time, and then by everybody at once', async () => {
    const at = new Date(rig.exchange.clock.now().getTime() + 10 * MINUTE_MS)
    await set({ 'payin.card.serviceBps': '500' }, { at })
    rig.pass(10 * MINUTE_MS - 1)
    expect((await fee()).at('margin_fee')).toBe('2.90')
    rig.pass(1)
    expect((await fee()).at('margin_fee')).toBe('5.00')
  })

  test('a change of the spread of one pair changes that pair alone, in quotes and in tickers', async () => {
    const other = (await fee({ payin_currency: 'USD' })).at('rate')
    await set({ 'pair.ETH-EUR.spreadBps': '1000' })
    const rate = (await fee()).at('rate')
    expect((await rig.partner('GET', '/api/v2/partner/ticker/ETH-EUR')).at('ask')).toBe(rate)
    expect((await fee({ payin_currency: 'USD' })).at('rate')).toBe(other)
    await set({ 'pair.ETH-EUR.spreadBps': 'general', spreadBps: '1000' })
    expect((await fee()).at('rate')).toBe(rate)
  })

  test('a change of what a transfer costs is charged as the fee of the pay-out', async () => {
    await set({ 'network.ethereum.transferEurCents': '0' })
    expect((await fee()).at('payout_fee')).toBe('0.000000000000000000')
  })
})

describe('what the operator does not offer', () => {
  /** What every place says of EUR for ETH: the lists, the ticker, the fee, the order, the request and the widget. */
  async function offers() {
    const create = { ...terms, dst_address: ethAddress, client_ip: '192.0.2.1', remote_country: 'DE' }
    const id = `order-${rig.exchange.random.token(64)}`
    const request = {
      payin_currency: 'EUR',
      payin_group: 'card',
      payout_currency: 'ETH',
      payout_group: 'crypto',
    }
    const entry = String((await rig.partner('POST', '/api/v2/partner/create_request', {})).at('request_id'))
    const view = await rig.widget('GET', `/api/widget/${entry}`)
    const currencies = await rig.partner('GET', '/api/v2/partner/currency')
    return {
      pairs: [currencies.at('EUR') ?? []].flat().includes('ETH'),
      widgetPairs: [view.at('offer.pairs.EUR') ?? []].flat().includes('ETH'),
      ticker: (await rig.partner('GET', '/api/v2/partner/ticker/ETH-EUR')).status === 200,
      fee: (await fee()).status === 200,
      quote: (await rig.widget('POST', `/api/widget/${entry}/quote`, terms)).status === 200,
      order:
        (await rig.partner('POST', '/api/v2/partner/order/create', { ...create, partner_order_id: id }))
          .status === 200,
      request: (await rig.partner('POST', '/api/v2/partner/create_request', request)).status === 200,
    }
  }
  const everywhere = (offered: boolean) => ({
    pairs: offered,
    widgetPairs: offered,
    ticker: offered,
    fee: offered,
    quote: offered,
    order: offered,
    request: offered,
  })

  /** What a card pays and the chain carries is offered by balances, too. */
  const withoutBalances = { 'payin.balance.offered': 'no', 'payout.balance.offered': 'no' }

  test.each([
    'pair.ETH-EUR.offered',
    'currency.EUR.payin',
    'currency.ETH.payout',
    'payin.card.offered',
    'payout.crypto.offered',
  ])('what %s excludes is missing from every list and refused wherever it is asked for', async (name) => {
    await set({ ...withoutBalances, 'payin.sepa.offered': 'no' })
    expect(await offers()).toEqual(everywhere(true))
    await set({ [name]: 'no' })
    expect(await offers()).toEqual(everywhere(false))
    await set({ [name]: null })
    expect(await offers()).toEqual(everywhere(true))
  })

  test('a group that is not offered takes its currency with it, and a group left with no currency leaves the list', async () => {
    await set({ ...withoutBalances, 'currency.ETH.payout': 'no' })
    const groups = await rig.partner('GET', '/api/v2/partner/payment/payout')
    expect([groups.text.includes('"BTC"'), groups.text.includes('"ETH"')]).toEqual([true, false])
    await set({ 'payout.crypto.offered': 'no', 'payout.sepa.offered': 'no' })
    expect((await rig.partner('GET', '/api/v2/partner/payment/payout')).body).toEqual([])
    expect((await rig.partner('GET', '/api/v2/partner/payment/payin')).body).toEqual([])
  })
})

test('coins offered for balances alone are credited to a balance when asked for, and never sent to an address', async () => {
  const { email } = await registerClient(rig)
  await set({ 'payout.crypto.offered': 'no' })
  const order = { ...terms, dst_address: ethAddress, client_ip: '192.0.2.1', remote_country: 'DE' }
  const create = (id: string, group: object) =>
    rig.partner('POST', '/api/v2/partner/order/create', {
      ...order,
      ...group,
      partner_order_id: id,
      client_email: email,
    })
  const refused = await create('to-an-address', {})
  expect([refused.status, refused.at('code'), refused.at('errors')]).toEqual([
    422,
    'group_unavailable',
    [
      expect.objectContaining({
        pointer: '/payout_group',
        detail: expect.stringContaining('send payout_group balance'),
      }),
    ],
  ])
  expect((await create('to-a-balance', { payout_group: 'balance' })).body).toMatchObject({
    payout_group: 'balance',
    dst_address: null,
  })
})

test('a country is served as the operator says from then on', async () => {
  const create = async () => {
    const body = { ...terms, partner_order_id: `c-${rig.exchange.random.token(64)}`, dst_address: ethAddress }
    const from = { client_ip: '192.0.2.1', remote_country: 'DE' }
    return (await rig.partner('POST', '/api/v2/partner/order/create', { ...body, ...from })).at('code')
  }
  await set({ 'country.DE': 'without_cards' })
  expect(await create()).toBe('card_country_forbidden')
  await set({ 'country.DE': 'forbidden' })
  expect(await create()).toBe('country_forbidden')
  await set({ 'country.DE': null })
  expect(await create()).toBeUndefined()
})

test('a cap holds for limits that are asked from then on', async () => {
  const entry = await rig.openRequest()
  const session = await rig.buyerAt(entry, 'capped@example.com')
  const limit = async () =>
    (await rig.widget('GET', `/api/widget/${entry}`, undefined, session)).at('buyer.limit_in_eur')
  expect(await limit()).toBe('150.00')
  await set({ 'caps.card.basicEurCents': '20000' })
  expect(await limit()).toBe('200.00')
})

describe('a refused change of the tariff', () => {
  const cases: readonly [string, Record<string, string | null>, RegExp][] = [
    ['that crosses the bounds', { 'payin.card.minEurCents': '1000001' }, /minEurCents is 1000001, above/],
    ['that asks nothing at least', { 'payin.card.minEurCents': '0' }, /at least 1/],
    ['whose fees leave nothing', { 'payin.card.serviceBps': '9900' }, /take 10020 together, of 10000/],
    ['of a fee that is the whole', { 'payin.card.serviceBps': '10000' }, /from 0 to 9999/],
    ['of a fee that is no number', { 'payin.card.serviceBps': '2.5' }, /from 0 to 9999; it cannot be 2.5/],
    ['for a group without a rail', { 'payin.neteller.offered': 'yes' }, /Nothing takes money by neteller/],
    ['for a way out without a rail', { 'payout.bank.offered': 'yes' }, /Nothing pays out by bank/],
    ['of what is no setting', { 'payin.card.colour': 'red' }, /There is no setting payin.card.colour/],
    ['of what is no country', { 'country.XX': 'forbidden' }, /There is no setting country.XX/],
    ['of a country to what is no decision', { 'country.DE': 'closed' }, /served, without_cards, forbidden/],
    [
      'that lets a higher level pay in less',
      { 'caps.card.identityEurCents': '100' },
      /identityEurCents is 100, below caps.card.basicEurCents/,
    ],
    [
      'by which a coin could never be bought',
      { 'network.bitcoin.transferEurCents': '500000', 'payin.sepa.offered': 'no' },
      /BTC-EUR could never be bought/,
    ],
    [
      'of which one part is wrong',
      { 'payin.card.serviceBps': '300', 'payin.card.networkBps': 'much' },
      /it cannot be much/,
    ],
  ]
  test.each(cases)('a change %s is refused whole', async (_, values, sentence) => {
    const before = (await readChanges(rig.query)).length
    const faults: unknown = expect.arrayContaining([expect.stringMatching(sentence)])
    expect(await change(values)).toMatchObject({ is: 'refused', faults })
    expect(await readChanges(rig.query)).toHaveLength(before)
  })

  test('a change that would hold before now is refused', async () => {
    const at = new Date(rig.exchange.clock.now().getTime() - 1)
    expect(await change({ spreadBps: '10' }, { at })).toMatchObject({ faults: [/now or later/] })
  })

  test('a partner is refused a value of its own for a setting that holds for everybody', async () => {
    const partnerId = await partnerIdOf('SHOP')
    expect(await change({ 'country.DE': 'forbidden' }, { partnerId })).toMatchObject({
      faults: [expect.stringContaining('the same for every partner')],
    })
  })

  test('a change for everybody is refused when a partner’s own values contradict it', async () => {
    const partnerId = await partnerIdOf('SHOP')
    await set({ 'payin.card.minEurCents': '900000' }, { partnerId })
    expect(await change({ 'payin.card.maxEurCents': '500000' })).toMatchObject({
      faults: [expect.stringContaining(`For partner ${partnerId}: payin.card.minEurCents is 900000`)],
    })
  })

  test('a change is refused when it contradicts a change planned for later', async () => {
    const at = new Date(rig.exchange.clock.now().getTime() + 24 * 60 * MINUTE_MS)
    await set({ 'payin.card.minEurCents': '900000' }, { at })
    expect(await change({ 'payin.card.maxEurCents': '500000' })).toMatchObject({
      faults: [expect.stringContaining(`From ${at.toISOString()} on: payin.card.minEurCents`)],
    })
    await set({ 'payin.card.minEurCents': null }, { at })
    await set({ 'payin.card.maxEurCents': '500000' })
  })

  test('the second of two changes made at once is refused when it contradicts the first', async () => {
    const outcomes = await Promise.all([
      change({ 'payin.card.minEurCents': '600000' }),
      change({ 'payin.card.maxEurCents': '500000' }),
    ])
    expect(outcomes.map(({ is }) => is).toSorted()).toEqual(['done', 'refused'])
  })
})

describe('the history of the tariff', () => {
  test('the history of the tariff keeps who changed what and when, and the value before', async () => {
    const at = new Date(rig.exchange.clock.now().getTime() + MINUTE_MS)
    const partnerId = await partnerIdOf('SHOP')
    await set({ 'payin.card.serviceBps': '310' })
    await set({ 'payin.card.serviceBps': '250' }, { partnerId, at })
    const madeAt = rig.exchange.clock.now()
    const changes = (await readChanges(rig.query)).filter(
      (each) => each.madeAt.getTime() === madeAt.getTime(),
    )
    const [first, second] = changes.filter(({ value }) => value !== null)
    expect(first).toEqual({
      partnerId: null,
      name: 'payin.card.serviceBps',
      value: '310',
      valueBefore: '290',
      effectiveAt: madeAt,
      madeBy: 'ada',
      reason: null,
      madeAt,
    })
    expect(second).toMatchObject({ partnerId, value: '250', valueBefore: '310', effectiveAt: at, madeAt })
  })

  test('the history of the tariff can only be added to', async () => {
    await set({ spreadBps: '60' })
    for (const text of ['delete from catalogue_change', `update catalogue_change set made_by = 'nobody'`])
      await expect(rig.owner.query(statement(text))).rejects.toThrow('history is only added to')
  })
})
