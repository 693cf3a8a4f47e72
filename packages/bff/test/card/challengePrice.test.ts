import type { Prices } from '@cambio/exchange/price/RateSource.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRig, type Rig } from '../rig.ts'

/* A buyer who lets the bank's question wait cannot answer it only once the market is in their favour. */

let rig: Rig
let ethInEur = 2_000n
beforeAll(async () => {
  rig = await openRig({
    rates: {
      async prices(): Promise<Prices> {
        const eur = new Map([
          ['EUR', 10n ** 18n],
          ['ETH', ethInEur * 10n ** 18n],
        ])
        return { eur, at: rig.exchange.clock.now() }
      },
    },
  })
})
afterAll(() => rig.close())

/** What is shown before the charge and paid out after it, where the market moves while the bank waits for an answer. */
async function payouts(waitMs: number, later: bigint): Promise<{ shown: unknown; paid: unknown }> {
  ethInEur = 2_000n
  const order = await rig.placeOrder()
  const charged = await rig.charge(order, 'challenged')
  expect(charged.at('order.status')).toBe('processing')
  rig.pass(waitMs)
  ethInEur = later
  const [attempt] = await rig.attempts(order.orderId)
  rig.card.becomes(attempt?.platformOrderId ?? '', 'settled')
  await rig.settle()
  const view = await rig.widget('GET', order.path, undefined, order.session)
  expect(view.at('order.status')).toBe('finished')
  return { shown: charged.at('order.payout_amount'), paid: view.at('order.payout_amount') }
}

const SOON = 4 * 60_000
const LATE = 20 * 60_000

test('an answer to a challenge within five minutes gets the price that was charged', async () => {
  for (const later of [2_100n, 1_900n]) {
    const { shown, paid } = await payouts(SOON, later)
    expect(paid).toBe(shown)
  }
})

test('a later answer to a challenge gets the charged price only where today’s would pay more', async () => {
  const better = await payouts(LATE, 1_900n)
  expect(better.paid).toBe(better.shown)
  const worse = await payouts(LATE, 2_100n)
  expect(Number(worse.paid) / Number(worse.shown)).toBeCloseTo(2_000 / 2_100, 2)
})
