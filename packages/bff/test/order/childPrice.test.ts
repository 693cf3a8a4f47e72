import type { Prices } from '@cambio/exchange/price/RateSource.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payByCard } from '../balance/balanceRig.ts'
import { openRig, type Rig } from '../rig.ts'
import { createBody, createPath } from './createOrder.ts'

/* A merchant order that is settled to its partner's balance is worth what was paid, however the market moves. */

let rig: Rig
let ethInEur = 2_000n
beforeAll(async () => {
  rig = await openRig({
    rates: {
      async prices(): Promise<Prices> {
        const eur = new Map([
          ['EUR', 10n ** 18n],
          ['USD', 10n ** 18n],
          ['ETH', ethInEur * 10n ** 18n],
        ])
        return { eur, at: rig.exchange.clock.now() }
      },
    },
  })
  await rig.runCommand('partner', 'settle-to-balance', 'SHOP', '--reason', 'agreed')
  rig.pass(60_000)
})
afterAll(() => rig.close())

/** What the partner is credited for an order of 140 EUR where the market moves before the money comes. */
async function proceeds(id: string, move: bigint): Promise<number> {
  ethInEur = 2_000n
  const email = `${id}@example.com`
  const created = await rig.partner('POST', createPath, {
    ...createBody(id),
    payin_amount: '140.00',
    dst_address: undefined,
    purchase_currency: 'USD',
    purchase_amount: '100.00',
    client_email: email,
  })
  expect(created.status).toBe(200)
  rig.pass(10 * 60_000)
  ethInEur = 2_000n + move
  await payByCard(rig, created, email)
  const paid = await rig.partner('GET', `/api/v2/partner/order/${id}`)
  expect(paid.body).toMatchObject({ status: 'finished', child_order_status: 'finished' })
  return Number(paid.at('child_payout_amount'))
}

test('a partner is credited equally for a purchase whichever way the market went', async () => {
  const [still, up, down] = [
    await proceeds('still', 0n),
    await proceeds('up', 200n),
    await proceeds('down', -200n),
  ]
  expect(still).toBeLessThan(140)
  expect(up).toBeCloseTo(still, 1)
  expect(down).toBeCloseTo(still, 1)
})
