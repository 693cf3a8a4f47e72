import { statement as sql } from '@cambio/server/testing/postgres/testing.ts'
import * as Currency from '@cambio/wire/Currency.ts'
import { groups, GroupEntry, Pairs, type Group } from '@cambio/wire/Group.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { creditBalance, registerBalanceClient } from '../balance/balanceRig.ts'
import { openSepaRig, type SepaRig } from '../bank/sepaRig.ts'
import { statement, type Line } from '../bank/statement.ts'
import { statusAndCode } from '../http/statusAndCode.ts'
import { payer, type Reply, type Rig } from '../rig.ts'
import { createPath } from './createOrder.ts'

let bank: SepaRig
let rig: Rig
beforeAll(async () => {
  bank = await openSepaRig()
  rig = bank.rig
})
afterAll(() => bank.close())

type Way = {
  readonly payin: string
  readonly payinGroup: Group
  readonly payout: string
  readonly payoutGroup: Group
}

/** Somewhere to pay each coin to, on its test network. */
const addresses: Readonly<Record<string, string>> = {
  BTC: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  LTC: 'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0',
  ETH: '0x52908400098527886E0F7030069857D2E4169EE7',
  XRP: 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59',
  EOS: 'gateioeosdep',
  XLM: 'GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7',
  USDT20: '0xde709f2102306220921060314715629080e2fb77',
  USDTTRC20: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  USDC: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  EUR: 'DE75512108001245126199',
}

/** About 100 EUR in a currency, as an amount. */
function amountIn(code: string): string {
  const { decimals, referencePriceEur } = Currency.get(code)
  return (100 / Number(referencePriceEur)).toFixed(Math.min(decimals, 8))
}

/** Reads from the API what it sells: the groups of each side, and the pairs. */
async function fetchOffer() {
  const entries = async (side: string) =>
    z.parse(z.array(GroupEntry), (await rig.partner('GET', `/api/v2/partner/payment/${side}`)).body)
  const pairs = z.parse(Pairs, (await rig.partner('GET', '/api/v2/partner/currency')).body)
  return { payin: await entries('payin'), payout: await entries('payout'), pairs }
}

/** Every way that two entries of the lists make, sold or not. */
function ways({ payin, payout }: { payin: readonly GroupEntry[]; payout: readonly GroupEntry[] }): Way[] {
  return payin.flatMap(({ group: payinGroup, list }) =>
    list.flatMap(({ currency: from }) =>
      payout.flatMap(({ group: payoutGroup, list: out }) =>
        out.map(({ currency: to }) => ({ payin: from, payinGroup, payout: to, payoutGroup })),
      ),
    ),
  )
}

/**
 * A part of the ways in which each currency is paid, and each is paid out, between all groups that go together. EXAMPLES=all
 * asks for every way.
 */
function someOf(sold: readonly Way[]): readonly Way[] {
  if (process.env['EXAMPLES'] === 'all') return sold
  const shown = new Set<string>()
  return sold.filter(({ payin, payinGroup, payout, payoutGroup }) => {
    const sides = [
      `${payinGroup} ${payin} to`,
      `to ${payoutGroup} ${payout}`,
      `${payinGroup} to ${payoutGroup}`,
    ]
    const isNew = sides.some((side) => !shown.has(side))
    for (const side of sides) shown.add(side)
    return isNew
  })
}

/** What is sold of them, by the rules of the reference: a pair that is listed, and a balance also in its own currency. */
function isSold({ payin, payinGroup, payout, payoutGroup }: Way, pairs: Pairs): boolean {
  if (payinGroup === 'balance' && payoutGroup === 'balance') return false
  return (pairs[payin]?.includes(payout) ?? false) || (payinGroup === 'balance' && payin === payout)
}

const termsOf = ({ payin, payinGroup, payout, payoutGroup }: Way, id: string) => ({
  partner_order_id: id,
  payin_currency: payin,
  payin_group: payinGroup,
  payin_amount: amountIn(payin),
  payout_currency: payout,
  payout_group: payoutGroup,
})

const fee = (way: Way): Promise<Reply> =>
  rig.partner('POST', '/api/v2/partner/order/fee', termsOf(way, 'label'))

const idOf = ({ payin, payinGroup, payout, payoutGroup }: Way) =>
  `${payinGroup}-${payin}-${payoutGroup}-${payout}`

test('every way that the lists offer has a price, and no other way has', async () => {
  const { payin, payout, pairs } = await fetchOffer()
  for (const way of ways({ payin, payout }))
    expect([idOf(way), ...statusAndCode(await fee(way))]).toEqual(
      isSold(way, pairs) ? [idOf(way), 200, undefined] : [idOf(way), 422, 'pair_unavailable'],
    )
  const sold = ways({ payin, payout }).filter((way) => isSold(way, pairs))
  const listed = Object.entries(pairs).flatMap(([from, all]) => all.map((to) => `${from}-${to}`))
  const own = (way: Way) => way.payin === way.payout
  expect(new Set(sold.filter((way) => !own(way)).map((way) => `${way.payin}-${way.payout}`))).toEqual(
    new Set(listed),
  )
  for (const [side, entries] of [
    ['payin', payin],
    ['payout', payout],
  ] as const)
    for (const { group, list } of entries)
      for (const { currency } of list)
        expect([
          side,
          group,
          currency,
          sold.some((way) => way[`${side}Group`] === group && way[side] === currency),
        ]).toEqual([side, group, currency, true])
})

test('a group is refused for every currency that its list lacks', async () => {
  const { payin, payout } = await fetchOffer()
  for (const [side, entries] of [
    ['payin', payin],
    ['payout', payout],
  ] as const)
    for (const group of groups)
      for (const { code } of Currency.currencies) {
        const list = entries.find((entry) => entry.group === group)?.list ?? []
        if (list.some(({ currency }) => currency === code)) continue
        const other = code === 'ETH' ? 'BTC' : 'ETH'
        const way =
          side === 'payin'
            ? { payin: code, payinGroup: group, payout: other, payoutGroup: 'crypto' as const }
            : { payin: 'EUR', payinGroup: 'balance' as const, payout: code, payoutGroup: group }
        expect([side, group, code, (await fee(way)).status]).toEqual([side, group, code, 422])
      }
})

test('a method has countries on the sides where its group is offered', async () => {
  const { payin, payout } = await fetchOffer()
  for (const [side, entries] of [
    ['payin', payin],
    ['payout', payout],
  ] as const)
    for (const method of ['Visa', 'MasterCard', ...groups.filter((group) => group !== 'card')]) {
      const group = method === 'Visa' || method === 'MasterCard' ? 'card' : method
      const countries = await rig.partner('GET', `/api/v2/public/country/${method}/${side}`)
      const isOffered = entries.some((entry) => entry.group === group)
      expect([side, method, JSON.stringify(countries.body) !== '[]']).toEqual([side, method, isOffered])
    }
})

test('an order of every kind that is offered is placed, paid and paid out', async () => {
  const { payin, payout, pairs } = await fetchOffer()
  const sold = ways({ payin, payout }).filter((way) => isSold(way, pairs))
  expect(new Set(sold.map((way) => `${way.payinGroup} to ${way.payoutGroup}`))).toEqual(
    new Set([
      'card to crypto',
      'card to sepa',
      'card to balance',
      'sepa to crypto',
      'sepa to balance',
      'balance to crypto',
      'balance to sepa',
    ]),
  )
  const placed = someOf(sold)
  const bySepa = new Set(placed.filter(({ payoutGroup }) => payoutGroup === 'sepa').map(idOf))
  const client = await registerBalanceClient(rig, 'everybody')
  await rig.stores.clients.savePayer(client.id, payer)
  await rig.query(sql(`update client set level = 'bank_statement' where id = $1`, client.id))
  for (const { code } of Currency.currencies)
    await creditBalance(rig, client.id, 1_000n * 10n ** BigInt(Currency.get(code).decimals) * 1_000n, code)
  const lines: Line[] = []
  const withdrawals: string[] = []
  for (const way of placed) {
    const created = await rig.partner('POST', createPath, {
      ...termsOf(way, idOf(way)),
      client_email: client.email,
      client_ip: '192.0.2.7',
      remote_country: 'DE',
      ...(way.payoutGroup !== 'balance' && { dst_address: addresses[way.payout] }),
    })
    expect([idOf(way), ...statusAndCode(created)]).toEqual([idOf(way), 200, undefined])
    const orderId = String(created.at('client_order_id'))
    if (way.payinGroup === 'sepa')
      lines.push({ reference: orderId, amount: amountIn('EUR'), lines: [orderId] })
    if (way.payinGroup === 'balance') withdrawals.push(String(created.at('uuid')))
    // A client may leave three withdrawals unconfirmed.
    if (withdrawals.length === 3) await confirm(withdrawals.splice(0))
    if (way.payinGroup === 'card') await payAtOrderPage(created, client.session)
  }
  await confirm(withdrawals)
  await bank.importStatement(statement(lines))
  await work(bySepa.size)
  const leaving = [
    ...(await bank.exportPayments()).matchAll(/<EndToEndId>(.*?)<\/EndToEndId>[^]*?Ccy="EUR">(.*?)</g),
  ]
  await bank.importStatement(
    statement(
      leaving.map(([, id = '', amount = '']) => ({ reference: id, side: 'DBIT', endToEndId: id, amount })),
    ),
  )
  await work(0)
  const ended = await rig.query<{ partner_order_id: string }>(sql('select partner_order_id from orders'))
  expect(ended.map((each) => each.partner_order_id).toSorted()).toEqual(placed.map(idOf).toSorted())
})

/** Lets time pass until no more orders than these are on their way, and all others are paid out. */
async function work(most: number): Promise<void> {
  const open = async () => (await rig.query(sql(`select id from orders where status <> 'finished'`))).length
  for (let minutes = 0; minutes < 30 && (await open()) > most; minutes++) {
    await rig.work.tick()
    rig.pass(60_000)
  }
  expect(await open()).toBe(most)
}

/** The withdrawals are confirmed with the codes that the shop was sent. */
async function confirm(uuids: readonly string[]): Promise<void> {
  await rig.work.tick()
  const codes = new Map(
    rig.deliveries.map(({ body }) => [
      /"uuid":"([^"]+)"/.exec(body)?.[1],
      /"code":"(\d{6})"/.exec(body)?.[1],
    ]),
  )
  for (const uuid of uuids) {
    const body = { uuid, code: codes.get(uuid) }
    expect((await rig.partner('POST', '/api/v2/partner/order/confirm', body)).status).toBe(200)
  }
}

/** Pays an order by card on its own page. */
async function payAtOrderPage(created: Reply, session: string): Promise<void> {
  const { pathname, searchParams } = new URL(String(created.at('redirect')))
  const orderId = pathname.split('/').at(-1) ?? ''
  const entry = `${orderId}~${searchParams.get('k') ?? ''}`
  const reply = await rig.charge({ path: `/api/widget/${entry}`, session }, 'held')
  expect(statusAndCode(reply)).toEqual([200, undefined])
  const [attempt] = await rig.attempts(orderId)
  rig.card.becomes(attempt?.platformOrderId ?? '', 'settled')
}
