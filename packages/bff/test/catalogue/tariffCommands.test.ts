import type { Mode } from '@cambio/exchange/payout/destination.ts'
import { answerCall } from '@cambio/server/cli/answerCall.ts'
import { beforeEach, afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { exchangeCommands } from '../../src/cli/exchangeCommands.ts'
import { commandDepsOf } from '../operator/commandDepsOf.ts'
import { ethAddress, openRig, rival, type Rig } from '../rig.ts'

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

/** A call by Ada, after which the exchange sells by what she has changed. */
async function call(...words: string[]) {
  return callIn(rig.exchange.mode, ...words)
}

async function callIn(mode: Mode, ...words: string[]) {
  const deps = { ...commandDepsOf(rig.exchange), mode }
  const answer = await answerCall(exchangeCommands, words, (work) => work(deps))
  await rig.catalogue.refresh()
  return answer
}

/** What a call answers to a program. */
async function dataOf<Schema extends z.ZodMiniType>(schema: Schema, ...words: string[]) {
  const { ok, output } = await call(...words, '--json')
  expect([ok, output]).toEqual([true, output])
  return schema.parse(JSON.parse(output))
}

const Changes = z.object({ changes: z.array(z.looseObject({ name: z.string() })) })
const Settings = z.object({ settings: z.array(z.looseObject({ name: z.string(), value: z.string() })) })

async function marginFee(as?: typeof rival): Promise<unknown> {
  const terms = { payin_currency: 'EUR', payin_amount: '100.00', payout_currency: 'ETH' }
  const body = { partner_order_id: 'fee-1', ...terms }
  return (await rig.partner('POST', '/api/v2/partner/order/fee', body, as && { as })).at('margin_fee')
}

describe('tariff set', () => {
  test('the command tariff set changes a price for everybody, says what it was, and takes it back', async () => {
    expect(await call('tariff', 'set', 'payin.card.serviceBps', '250')).toEqual({
      ok: true,
      output: 'payin.card.serviceBps is 250 now; it was 290 before.',
    })
    expect(await marginFee()).toBe('2.50')
    expect((await call('tariff', 'set', 'payin.card.serviceBps', 'default')).ok).toBe(true)
    expect(await marginFee()).toBe('2.90')
  })

  test('the command tariff set changes a price for one partner, named by its key or its name, and for no other', async () => {
    for (const [named, bps, fee] of [
      ['SHOP', '250', '2.50'],
      ['RIVAL', '150', '1.50'],
    ] as const) {
      const { ok } = await call('tariff', 'set', 'payin.card.serviceBps', bps, '--partner', named)
      expect(ok).toBe(true)
      expect(await marginFee(named === 'SHOP' ? undefined : rival)).toBe(fee)
    }
  })

  test('the command tariff set says, when a value is taken back, what holds from then on', async () => {
    const setting = 'payin.card.serviceBps'
    for (const words of [[], ['--partner', 'SHOP']]) await call('tariff', 'set', setting, '250', ...words)
    expect((await call('tariff', 'set', setting, 'default', '--partner', 'SHOP')).output).toMatch(
      /^payin\.card\.serviceBps for partner \S+ is the value for everybody now; it was 250 before\.$/,
    )
    expect((await call('tariff', 'set', setting, 'default')).output).toBe(
      `${setting} is its default, 290, now; it was 250 before.`,
    )
  })

  test('the command tariff set knows no default in live for caps without which nothing is sold', async () => {
    const cap = 'caps.sepa.basicEurCents'
    const unset = 'until each level has one, nothing is sold by sepa'
    expect((await callIn('live', 'tariff', 'show', cap)).output).toContain(unset)
    expect((await callIn('live', 'tariff', 'set', cap, '1500000')).output).toBe(
      `${cap} is 1500000 now; it was none before.`,
    )
    expect((await callIn('live', 'tariff', 'show', cap)).output).not.toContain(unset)
    expect((await callIn('live', 'tariff', 'set', cap, 'default')).output).toContain(unset)
    const { output } = await callIn('live', 'tariff', 'show', cap, '--json')
    expect(JSON.parse(output)).toMatchObject({
      settings: [{ value: 'none', standard: 'none', set_for: null }],
    })
    expect((await call('tariff', 'show', cap)).output).toContain('1500000')
  })

  test('the command tariff set changes several values at once, or none', async () => {
    const both = ['--and', 'payin.card.maxEurCents=3000000']
    const alone = await call('tariff', 'set', 'payin.card.minEurCents', '2000000')
    expect([alone.ok, alone.output]).toEqual([false, expect.stringContaining('above payin.card.maxEurCents')])
    expect((await call('tariff', 'set', 'payin.card.minEurCents', '2000000', ...both)).ok).toBe(true)
  })

  test('the command tariff set plans a change, which is shown and holds from its time on', async () => {
    const from = '2026-03-01T12:00:00+01:00'
    const words = ['tariff', 'set', 'payin.card.serviceBps', '500', '--from', from, '--actor', 'Grace']
    const { changes } = await dataOf(Changes, ...words)
    expect(changes).toEqual([
      {
        name: 'payin.card.serviceBps',
        partner_id: null,
        value: '500',
        value_before: '290',
        effective_at: '2026-03-01T11:00:00.000Z',
        made_by: 'Grace',
        reason: null,
        made_at: '2026-03-01T09:30:00.123Z',
      },
    ])
    expect((await call('tariff', 'show', 'payin')).output).toContain('from 2026-03-01T11:00:00.000Z: 500')
    expect(await marginFee()).toBe('2.90')
    rig.pass(90 * 60_000)
    expect(await marginFee()).toBe('5.00')
    const later = await call(
      'tariff',
      'set',
      'payin.card.serviceBps',
      '600',
      '--from',
      '2026-03-02T00:00:00Z',
    )
    expect(later.output).toBe(
      'payin.card.serviceBps is 600 from 2026-03-02T00:00:00.000Z on, in place of 500.',
    )
  })
})

test('the command tariff show lists what holds for everybody and for a partner, and hundreds only where they were set', async () => {
  await call('tariff', 'set', 'currency.BTC.payout', 'no')
  await call('tariff', 'set', 'payin.card.serviceBps', '100', '--partner', 'SHOP')
  const { settings } = await dataOf(Settings, 'tariff', 'show')
  expect(settings).toContainEqual(
    expect.objectContaining({ name: 'payin.card.serviceBps', value: '290', set_for: null }),
  )
  const hundreds = settings.filter(({ name }) => /^(currency|pair|country)/.test(name))
  expect(hundreds).toMatchObject([{ name: 'currency.BTC.payout', value: 'no', set_for: 'everybody' }])
  const own = await dataOf(Settings, 'tariff', 'show', 'payin.card', '--partner', 'SHOP')
  expect(own.settings).toContainEqual(
    expect.objectContaining({ name: 'payin.card.serviceBps', value: '100', set_for: 'partner' }),
  )
  expect(own.settings).toHaveLength(5)
  expect((await dataOf(Settings, 'tariff', 'show', 'country')).settings).toHaveLength(250)
})

describe('planned changes in tariff show', () => {
  const setting = 'payin.card.serviceBps'
  const later = ['--from', '2026-03-01T11:00:00Z']
  const latest = ['--from', '2026-03-01T12:00:00Z']
  const set = async (value: string, ...more: string[]) =>
    expect((await call('tariff', 'set', setting, value, ...more)).output).toContain(setting)
  const planned = async (...more: string[]) =>
    (await dataOf(Settings, 'tariff', 'show', setting, ...more)).settings[0]?.['planned']
  const at = (hour: number, value: string | null) => ({
    value,
    effective_at: `2026-03-01T${hour}:00:00.000Z`,
  })

  test('the command tariff show lists as planned what will hold: a partner’s own value stays', async () => {
    await set('200', '--partner', 'SHOP')
    await set('777', ...later)
    expect(await planned()).toEqual([at(11, '777')])
    expect(await planned('--partner', 'RIVAL')).toEqual([at(11, '777')])
    expect(await planned('--partner', 'SHOP')).toEqual([])
    await set('default', '--partner', 'SHOP', ...latest)
    expect(await planned('--partner', 'SHOP')).toEqual([at(12, '777')])
    expect(await planned()).toEqual([at(11, '777')])
  })

  test('the command tariff show lists no plan that was taken back, and the last of two plans for one time', async () => {
    await set('777', ...later)
    await set('default', ...later)
    expect(await planned()).toEqual([])
    await set('555', ...later)
    await set('666', ...later)
    await set('default', ...latest)
    expect(await planned()).toEqual([at(11, '666'), at(12, null)])
    const { output } = await call('tariff', 'show', setting)
    expect(output.split('\n').slice(1)).toEqual([
      '  from 2026-03-01T11:00:00.000Z: 666',
      '  from 2026-03-01T12:00:00.000Z: default',
    ])
  })
})

test('the command tariff history lists who changed what and when, with the value before, the newest first', async () => {
  await call('tariff', 'set', 'payin.card.serviceBps', '250')
  rig.pass(1_000)
  await call('tariff', 'set', 'payin.card.serviceBps', '200', '--partner', 'SHOP', '--actor', 'Grace')
  rig.pass(1_000)
  await call('country', 'set', 'DE', 'without_cards')
  const { output } = await call('tariff', 'history')
  expect(output.split('\n')).toEqual([
    expect.stringMatching(/^2026-03-01T09:30:02.123Z {2}ada {2}country.DE {2}served → without_cards {2}from/),
    expect.stringMatching(/^2026-03-01T09:30:01.123Z {2}Grace {2}payin.*partner \S+ {2}250 → 200 {2}from/),
    expect.stringMatching(/^2026-03-01T09:30:00.123Z {2}ada {2}payin.card.serviceBps {2}290 → 250 {2}from/),
  ])
  expect((await dataOf(Changes, 'tariff', 'history', 'payin', '--partner', 'SHOP')).changes).toHaveLength(1)
  expect((await dataOf(Changes, 'tariff', 'history', '--rows', '2')).changes).toHaveLength(2)
})

test('the command country set decides who is served, and default takes it back', async () => {
  const isForbidden = async () => {
    const list = await rig.send('GET', '/api/v2/public/country/list')
    return z
      .array(z.looseObject({ code: z.string(), forbidden: z.number() }))
      .parse(list.body)
      .find(({ code }) => code === 'DE')?.forbidden
  }
  await call('country', 'set', 'DE', 'forbidden')
  expect(await isForbidden()).toBe(1)
  await call('country', 'set', 'DE', 'default')
  expect(await isForbidden()).toBe(0)
})

describe('tariff preview', () => {
  const one = 10n ** 18n
  const prices = async () => ({
    at: rig.exchange.clock.now(),
    eur: new Map([
      ['EUR', one],
      ['ETH', 2_500n * one],
    ]),
  })
  beforeEach(async () => {
    await rig.close()
    rig = await openRig({ rates: { prices } })
  })

  let count = 0
  async function create(more: object = {}, as?: typeof rival): Promise<string> {
    const body = {
      partner_order_id: `order-${count++}`,
      payin_currency: 'EUR',
      payin_amount: '100.00',
      payout_currency: 'ETH',
      dst_address: ethAddress,
      client_ip: '192.0.2.1',
      remote_country: 'DE',
      ...more,
    }
    const created = await rig.partner('POST', '/api/v2/partner/order/create', body, as && { as })
    expect(created.status).toBe(200)
    rig.pass(1_000)
    return String(created.at('client_order_id'))
  }

  const Preview = z.object({ orders: z.array(z.looseObject({})), totals: z.looseObject({}) })

  test('the command tariff preview prices the last orders by the change, to the unit, and changes nothing', async () => {
    const first = await create()
    const second = await create({ payin_amount: '20.00' })
    const change = ['payin.card.serviceBps', '400', '--and', 'spreadBps=100']
    const more = ['--and', 'network.ethereum.transferEurCents=160', '--and', 'payin.card.minEurCents=2001']
    const preview = await dataOf(Preview, 'tariff', 'preview', ...change, ...more)
    // (100 - 1.20 - 2.90) / 2512.5 - 0.80 / 2500, and (100 - 1.20 - 4.00) / 2525 - 1.60 / 2500
    expect(preview.orders).toEqual([
      expect.objectContaining({ client_order_id: second, after: null, refusal: 'amount_out_of_bounds' }),
      {
        client_order_id: first,
        payin_amount: '100.00',
        payin_currency: 'EUR',
        payout_currency: 'ETH',
        before: {
          rate: '2512.5',
          payin_fee: '1.20',
          margin_fee: '2.90',
          payout_fee: '0.000320000000000000',
          payout_amount: '0.037849154228855721',
        },
        after: {
          rate: '2525',
          payin_fee: '1.20',
          margin_fee: '4.00',
          payout_fee: '0.000640000000000000',
          payout_amount: '0.036904554455445544',
        },
        refusal: null,
      },
    ])
    // 2.90 + 0.58, and 94.622... + 18.283... in whole cents; 0.0369045... at 2500
    expect(preview.totals).toEqual({
      orders: 2,
      refused: 1,
      before: { service_fee_eur: '3.48', paid_out_eur: '112.90' },
      after: { service_fee_eur: '4.00', paid_out_eur: '92.26' },
    })
    expect((await call('tariff', 'history')).output).toBe('Nothing was changed.')
    const { output } = await call('tariff', 'preview', ...change)
    expect(output).toContain('service fee 2.90 → 4.00 EUR')
    expect(output).toContain('Of 2 orders 0 would have been refused.')
  })

  test('the command tariff preview leaves an order the change does not touch as it was, even one without a service fee', async () => {
    await rig.ensurePartner({ ...rival, firstOrderFree: true })
    const free = await create({ client_email: 'first@example.com' }, rival)
    await create()
    const { orders } = await dataOf(Preview, 'tariff', 'preview', 'payin.card.serviceBps', '500')
    expect(orders).toMatchObject([
      { before: { margin_fee: '2.90' }, after: { margin_fee: '5.00' } },
      { client_order_id: free, before: { margin_fee: '0.00' }, after: { margin_fee: '0.00' } },
    ])
    const same = await dataOf(Preview, 'tariff', 'preview', 'payin.card.serviceBps', '290')
    for (const { before, after } of same.orders) expect(after).toEqual(before)
  })

  test('the command tariff preview for one partner shows that partner’s orders, by the tariff that it would have', async () => {
    await create({}, rival)
    const own = await create()
    const words = ['payin.card.serviceBps', '100', '--partner', 'SHOP']
    const { orders } = await dataOf(Preview, 'tariff', 'preview', ...words)
    expect(orders).toMatchObject([{ client_order_id: own, after: { margin_fee: '1.00' } }])
  })

  test('the command tariff preview says why a change would be refused, as tariff set would', async () => {
    const { ok, output } = await call('tariff', 'preview', 'payin.card.minEurCents', '1000001')
    expect([ok, output]).toEqual([false, expect.stringContaining('above payin.card.maxEurCents')])
  })
})
