import type { Prices } from '@cambio/exchange/price/RateSource.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statusAndCode } from '../http/statusAndCode.ts'
import { openRig, type Rig } from '../rig.ts'
import { balanceOf, codeOf, confirm, creditBalance, registerBalanceClient, withdraw } from './balanceRig.ts'

/* A withdrawal into another coin cannot wait for the market: it pays what was shown or less. */

let rig: Rig
/** What one USDC costs, as a share of what it does, hundredths of a percent; null while there is no price. */
let usdcBps: bigint | null = 10_000n
beforeAll(async () => {
  const still = new Map([
    ['EUR', 10n ** 18n],
    ['ETH', 2_000n * 10n ** 18n],
  ])
  rig = await openRig({
    rates: {
      async prices(): Promise<Prices> {
        if (usdcBps === null) throw new Refusal('rate_unavailable')
        const eur = new Map([...still, ['USDC', (10n ** 18n * usdcBps) / 10_000n] as const])
        return { eur, at: rig.exchange.clock.now() }
      },
    },
  })
})
afterAll(() => rig.close())

const ONE = 1_000_000_000_000_000_000n

let made = 0
async function placed(changed: object = { payout_currency: 'USDC' }) {
  made += 1
  usdcBps = 10_000n
  const client = await registerBalanceClient(rig, `priced-${made}`)
  await creditBalance(rig, client.id, ONE)
  const id = `priced-${made}`
  const created = await withdraw(rig, id, client.email, changed)
  expect(statusAndCode(created)).toEqual([200, undefined])
  const uuid = created.at('uuid')
  const payout = async () =>
    Number((await rig.partner('GET', `/api/v2/partner/order/${id}`)).at('payout_amount'))
  return { ...client, id, uuid, code: await codeOf(rig, uuid), shown: await payout(), payout }
}

test('a withdrawal whose price went up since pays the price that was shown', async () => {
  const { uuid, code, shown, payout } = await placed()
  usdcBps = 9_000n
  expect((await confirm(rig, uuid, code)).status).toBe(200)
  expect(await payout()).toBe(shown)
})

test('a withdrawal whose price went down a little pays today’s price', async () => {
  const { uuid, code, shown, payout } = await placed()
  usdcBps = 10_050n
  expect((await confirm(rig, uuid, code)).status).toBe(200)
  expect(await payout()).toBeLessThan(shown)
  expect(await payout()).toBeGreaterThan(shown * 0.99)
})

test('a withdrawal whose price fell by more than one percent shows it first, and its unchanged code accepts it', async () => {
  const { uuid, code, shown, payout, session } = await placed()
  usdcBps = 10_500n
  const changed = await confirm(rig, uuid, code)
  expect(statusAndCode(changed)).toEqual([409, 'quote_expired'])
  expect(Number(changed.at('quote.payout_amount'))).toBeCloseTo(shown / 1.05, 0)
  expect(await balanceOf(rig, session)).toBe('0.900000000000000000')
  // The market comes back, and waiting for that has gained nothing.
  usdcBps = 9_000n
  const confirmed = await confirm(rig, uuid, code)
  expect(statusAndCode(confirmed)).toEqual([200, undefined])
  expect(String(await payout())).toBe(String(Number(changed.at('quote.payout_amount'))))
})

test('a client that confirms its own withdrawal is shown a fallen price first, also after a wrong code', async () => {
  const { uuid, code, session } = await placed()
  usdcBps = 10_500n
  const wrong = code === '000000' ? '000001' : '000000'
  expect(statusAndCode(await confirm(rig, uuid, wrong))).toEqual([422, 'code_invalid'])
  const path = '/api/v2/client/order/confirm'
  expect(statusAndCode(await rig.widget('POST', path, { uuid, code }, session))).toEqual([
    409,
    'quote_expired',
  ])
  expect((await rig.widget('POST', path, { uuid, code }, session)).status).toBe(200)
})

test('a withdrawal without a price waits with its code, and a wrong code counts', async () => {
  const { uuid, code, id } = await placed()
  usdcBps = null
  expect(statusAndCode(await confirm(rig, uuid, code))).toEqual([503, 'rate_unavailable'])
  const wrong = code === '000000' ? '000001' : '000000'
  for (let tries = 0; tries < 4; tries++)
    expect(statusAndCode(await confirm(rig, uuid, wrong))).toEqual([422, 'code_invalid'])
  usdcBps = 10_000n
  expect((await confirm(rig, uuid, code)).status).toBe(200)
  await rig.settle()
  expect((await rig.partner('GET', `/api/v2/partner/order/${id}`)).at('status')).toBe('finished')
})

test('a withdrawal in its own coin needs no price', async () => {
  const { uuid, code } = await placed({})
  usdcBps = null
  expect((await confirm(rig, uuid, code)).status).toBe(200)
  usdcBps = 10_000n
})
