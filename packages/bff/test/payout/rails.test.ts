import { standardSnapshot } from '@cambio/exchange/catalogue/snapshotOf.ts'
import type { Tariff } from '@cambio/exchange/catalogue/Tariff.ts'
import type { CardRail } from '@cambio/exchange/payin/card/CardRail.ts'
import type { PayoutOrder, PayoutRail } from '@cambio/exchange/payout/PayoutRail.ts'
import { noMessages } from '@cambio/rails/messages/noMessages.ts'
import type { Provider } from '@cambio/rails/Provider.ts'
import type { Rail } from '@cambio/rails/Rail.ts'
import { createMetrics } from '@cambio/server/metrics.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { settleDue } from '@cambio/server/work/due.ts'
import { afterEach, expect, test } from 'vitest'
import { deliveriesOf } from '../../src/program/deliveriesOf.ts'
import { dueLoops } from '../../src/program/dueLoops.ts'
import { openProviders } from '../../src/program/providers/openProviders.ts'
import { openRails } from '../../src/program/rails/openRails.ts'
import { exchangeWork } from '../../src/work/exchangeWork.ts'
import { ethAddress, openRig, type Rig } from '../rig.ts'

let rig: Rig
afterEach(() => rig.close())

const bitcoinAddress = 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'

/** A network that confirms at once what it is given, and what it was given. */
function network(): { rail: PayoutRail; sent: PayoutOrder[] } {
  const sent: PayoutOrder[] = []
  const confirmed = (payoutId: string) => ({ is: 'confirmed', txid: `tx-${payoutId}` }) as const
  return {
    sent,
    rail: {
      async send(order) {
        sent.push(order)
        return confirmed(order.payoutId)
      },
      getStatus: async (payoutId) => confirmed(payoutId),
    },
  }
}

/** Buys a coin and lets everything happen that follows. */
async function buy(currency: string, dst_address: string): Promise<void> {
  const order = await rig.placeOrder({ fixed: { payout_currency: currency, dst_address } })
  await rig.charge(order, 'held')
  const [attempt] = await rig.attempts(order.orderId)
  rig.card.becomes(attempt?.platformOrderId ?? '', 'settled')
  await rig.settle()
}

test('coins leave by the first rail that carries their group on their network', async () => {
  const chain = network()
  const others = network()
  rig = await openRig({
    payout: [
      { group: 'crypto', networks: ['ethereum'], rail: chain.rail },
      { group: 'crypto', networks: 'any', rail: others.rail },
    ],
  })
  await buy('ETH', ethAddress)
  await buy('BTC', bitcoinAddress)
  expect(chain.sent.map(({ amount }) => amount.currency)).toEqual(['ETH'])
  expect(others.sent.map(({ amount }) => amount.currency)).toEqual(['BTC'])
})

test('a coin that no rail carries is not offered, nor is it in a tariff of the partner’s own', async () => {
  let snapshot = standardSnapshot
  rig = await openRig({
    catalogue: { now: () => snapshot },
    payout: [{ group: 'crypto', networks: ['ethereum'], rail: network().rail }],
  })
  const body = {
    partner_order_id: 'fee-1',
    payin_currency: 'EUR',
    payin_amount: '50',
    payout_currency: 'BTC',
  }
  const json = { 'Content-Type': 'application/json' }
  const currencies = await rig.send('GET', '/api/v2/public/currency')
  expect(currencies.at('EUR')).toEqual(['ETH', 'USDT20', 'USDC'])
  const groups = await rig.send('GET', '/api/v2/public/payment/payout')
  expect(groups.text).not.toContain('BTC')
  const fee = await rig.send('POST', '/api/v2/public/order/fee', {
    body: JSON.stringify(body),
    headers: json,
  })
  expect([fee.status, fee.at('code')]).toEqual([422, 'pair_unavailable'])
  const view = await rig.widget('GET', `/api/widget/${await rig.openRequest()}`)
  expect(JSON.stringify(view.at('offer'))).not.toContain('BTC')
  const [shop] = await rig.query<{ id: string }>(statement(`select id from partner where api_key = 'SHOP'`))
  const own: Tariff = {
    ...standardSnapshot.tariff,
    payout: [{ group: 'crypto', networks: ['bitcoin', 'ethereum'] }],
  }
  snapshot = { ...snapshot, partnerTariffs: new Map([[shop?.id ?? '', own]]) }
  const none = await rig.partner('POST', '/api/v2/partner/order/fee', body)
  expect([none.status, none.at('code')]).toEqual([422, 'pair_unavailable'])
  const some = await rig.partner('POST', '/api/v2/partner/order/fee', { ...body, payout_currency: 'ETH' })
  expect(some.status).toBe(200)
})

test('rows of a rail’s own table are worked with the exchange’s own rows', async () => {
  rig = await openRig()
  await rig.owner.query(
    statement(`create table rail_row (id text primary key, due_at timestamptz, lease_until timestamptz, leased_by int4,
      due_attempts int4 not null default 0)`),
  )
  await rig.owner.query(statement('grant select, update on rail_row to exchange_app'))
  await rig.owner.query(
    statement(`insert into rail_row (id, due_at) values ('a', $1)`, rig.exchange.clock.now()),
  )
  const worked: string[] = []
  const rows = { table: 'rail_row', key: 'id' }
  const loop = {
    ...rows,
    channel: 'rail_row_due',
    leaseMs: 1_000,
    batch: 1,
    concurrency: 1,
    async work(id: string) {
      worked.push(id)
      await rig.query(settleDue(rows, { id, dueAt: null }))
    },
  }
  const exchange = { ...rig.exchange, metrics: createMetrics({ program: 'exchange' }), railLoops: [loop] }
  await exchangeWork(exchange, dueLoops(exchange), deliveriesOf(exchange)).tick()
  expect(worked).toEqual(['a'])
})

/** A rail that could take cards and pay out in ether, and the bank. */
function could(name: string, isStandIn = false): Rail {
  const payout = network().rail
  return {
    name,
    isStandIn,
    payinWays: [{ group: 'card', networks: 'any' }],
    payoutWays: [{ group: 'crypto', networks: ['ethereum'] }],
    open: () => ({ card: named(name), payout }),
  }
}

const bank: Rail = {
  name: 'bank',
  payinWays: [{ group: 'sepa', networks: 'any' }],
  payoutWays: [],
  open: () => ({ transfer: { account: { iban: '', beneficiary: '' }, refund: async () => {} } }),
}

/** Stands for the card port of a rail, to tell it from another's. */
function named(name: string): CardRail {
  return { name } as unknown as CardRail
}

test('neither of two rails for one way is taken until one is preferred by name', async () => {
  rig = await openRig()
  const lent = { ...rig.exchange, dataDir: '', ...rig.stores, resume: async () => {} }
  const open = (rails: readonly Rail[], preferred: readonly string[]) =>
    openRails([...rails, bank], lent, preferred)
  expect(() => open([could('one'), could('other')], [])).toThrow(
    'Taking money in by card is done by one and other: name the one that is to do it in PREFERRED.',
  )
  expect(open([could('one'), could('other')], ['other']).card).toEqual(named('other'))
  expect(open([could('stand-in', true), could('one')], []).card).toEqual(named('one'))
})

test('neither of two vendors for one question is asked until one is preferred by name', async () => {
  rig = await openRig()
  const vendor = (name: string): Provider<'messages'> => ({
    kind: 'messages',
    name,
    open: () => ({ answers: { ...noMessages, name } }),
  })
  const open = (preferred: readonly string[]) =>
    openProviders([vendor('one'), vendor('other')], rig.exchange, preferred)
  expect(() => open([])).toThrow('Sending messages is done by one and other')
  expect(open(['one']).named.messages).toMatchObject({ name: 'one' })
})
