import { standardSnapshot } from '@cambio/exchange/catalogue/snapshotOf.ts'
import { followCardNotice } from '@cambio/exchange/payin/card/followCardNotice.ts'
import { withAttentionReason } from '@cambio/exchange/testing/orders.ts'
import { trialBalance } from '@cambio/server/postgres/Ledger.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { payoutGroups, type PayoutGroup } from '@cambio/wire/Group.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { orderDeps } from '../../src/program/orderDeps.ts'
import { ethAddress, openRig, type Rig } from '../rig.ts'

let rig: Rig
beforeEach(async () => {
  const { tariff } = standardSnapshot
  const payout = payoutGroups.map((group) => ({ group, networks: 'any' }) as const)
  const snapshot = { ...standardSnapshot, tariff: { ...tariff, payout } }
  rig = await openRig({ catalogue: { now: () => snapshot } })
})
afterEach(() => rig.close())

/** Places an order whose money is ours; answers with it and the platform's id of its charge. */
async function placePaid(fixed: Record<string, string> = {}) {
  const order = await rig.placeOrder({ fixed })
  await rig.charge(order, 'held')
  const [attempt] = await rig.attempts(order.orderId)
  const platformOrderId = attempt?.platformOrderId ?? ''
  rig.card.becomes(platformOrderId, 'settled')
  return { ...order, platformOrderId }
}

/** The money goes back to the card, and the exchange hears of it at once. */
async function moneyGoesBack({ platformOrderId }: { platformOrderId: string }): Promise<void> {
  rig.card.becomes(platformOrderId, 'returned')
  await followCardNotice(orderDeps(rig.exchange), { platformOrderId })
}

async function coinsOut(): Promise<bigint> {
  const balances = await trialBalance(rig.query)
  return -(balances.find(({ account }) => account === 'wallet')?.units ?? 0n)
}

const payments = () => rig.query<{ txid: string }>(statement('select txid from sandbox_transfer'))

/** Something to pay out each way that ends by itself; `balances.test.ts` and `sepaPayouts.test.ts` have the others. */
const examples: Readonly<
  Record<Exclude<PayoutGroup, 'balance' | 'sepa'>, { payout_currency: string; dst_address: string }>
> = {
  crypto: { payout_currency: 'ETH', dst_address: ethAddress },
}

test.each(Object.entries(examples))(
  'a pay-out by %s goes to where the buyer said',
  async (group, example) => {
    const { payout_currency: currency, dst_address: address } = example
    const order = await placePaid({ payout_currency: currency, payout_group: group, dst_address: address })
    await rig.settle()
    const stored = await rig.stores.orders.find(order.orderId)
    expect(stored).toMatchObject({
      status: 'finished',
      quote: { payoutGroup: group, payout: { currency } },
      destination: { address },
    })
  },
)

test('an order whose pay-out rail is gone before anything was sent is refunded', async () => {
  const order = await placePaid()
  await rig.owner.query(statement(`update orders set payout_group = 'neteller' where id = $1`, order.orderId))
  await rig.settle()
  rig.card.becomes(order.platformOrderId, 'returned')
  await rig.settle()
  const view = await rig.widget('GET', order.path, undefined, order.session)
  expect(view.at('order.status')).toBe('refunded')
  expect(await payments()).toEqual([])
})

describe('coins of a pay-out', () => {
  test('coins that were being sent when the money went back are known, booked and shown to the operator', async () => {
    const order = await placePaid()
    rig.whileSending(() => moneyGoesBack(order))
    await rig.settle()
    const stored = await rig.stores.orders.find(order.orderId)
    const [payment] = await payments()
    expect(stored?.payout).toMatchObject({ txid: payment?.txid })
    expect(withAttentionReason(stored)?.attentionReason).toBe('contradiction')
    expect(await coinsOut()).toBe(stored?.quote.payout.units)
  })

  test('coins stay here when the money went back before they were sent', async () => {
    const order = await placePaid()
    rig.card.becomes(order.platformOrderId, 'returned')
    await rig.settle()
    const view = await rig.widget('GET', order.path, undefined, order.session)
    expect(view.at('order.status')).toBe('refunded')
    expect(await payments()).toEqual([])
  })

  for (const fault of ['lost_before', 'lost_after'] as const)
    test(`coins leave once when the answer to their sending is ${fault}`, async () => {
      const order = await placePaid()
      rig.payoutsMeet(fault)
      rig.pass(60_000)
      await rig.work.tick()
      const stored = await rig.stores.orders.find(order.orderId)
      expect(stored?.payout?.state).toBe('sending')
      rig.payoutsMeet(undefined)
      await rig.settle()
      const view = await rig.widget('GET', order.path, undefined, order.session)
      expect(view.at('order.status')).toBe('finished')
      expect(await payments()).toHaveLength(1)
    })

  test('coins whose fate is unknown when the bank takes the money back are asked about and booked', async () => {
    const order = await placePaid()
    rig.payoutsMeet('lost_after')
    rig.pass(60_000)
    await rig.work.tick()
    const { platformOrderId } = order
    const transId = `trans-${platformOrderId}`
    const amount = { units: 5_000n, currency: 'EUR' }
    rig.card.reports(platformOrderId, { is: 'charged_back', transId, amount })
    await rig.stores.inbox.file({ source: 'card', reference: platformOrderId })
    await rig.settle()
    const stored = await rig.stores.orders.find(order.orderId)
    expect(withAttentionReason(stored)).toMatchObject({
      status: 'finished',
      attentionReason: 'charged_back',
      payout: { state: 'done' },
    })
    expect(await coinsOut()).toBe(stored?.quote.payout.units)
  })

  test('coins that never reached the network are not sent while their order waits for the operator', async () => {
    const order = await placePaid()
    rig.payoutsMeet('lost_before')
    rig.pass(60_000)
    await rig.work.tick()
    await moneyGoesBack(order)
    rig.payoutsMeet(undefined)
    await rig.settle()
    expect(await payments()).toEqual([])
  })
})
