import { silentLog } from '@cambio/server/log.ts'
import { createMetrics } from '@cambio/server/metrics.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { needs } from '@cambio/server/work/needs.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { departureNeeds } from '../../src/work/exchangeNeeds.ts'
import { openRig, type Rig } from '../rig.ts'

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

/** Places an order whose money is ours, so that its coins are due. */
async function placePaid(fixed: Record<string, string> = {}) {
  const order = await rig.placeOrder({ fixed })
  await rig.charge(order, 'held')
  const [attempt] = await rig.attempts(order.orderId)
  rig.card.becomes(attempt?.platformOrderId ?? '', 'settled')
  return order
}

/** Runs a command of the operator's, which every exchange obeys from then on. */
async function run(...words: string[]) {
  const answer = await rig.runCommand(...words)
  await rig.catalogue.refresh()
  return answer
}

async function shown(): Promise<unknown> {
  return JSON.parse((await rig.runCommand('payout', 'show', '--json')).output)
}

const why = ['--reason', 'The wallet is being moved'] as const
const payments = () => rig.query<{ order_id: string }>(statement('select txid from sandbox_transfer'))
const statusOf = async ({ orderId }: { orderId: string }) => (await rig.stores.orders.find(orderId))?.status

/** Lets minutes pass in which whatever is due is done. */
async function minutes(count: number): Promise<void> {
  for (let minute = 0; minute < count; minute += 1) {
    rig.pass(60_000)
    await rig.work.tick()
  }
}

test('a paused pay-out waits, is shown, and leaves once by itself after it is continued', async () => {
  expect(await run('payout', 'pause', 'all', ...why)).toMatchObject({ ok: true })
  const order = await placePaid()
  await minutes(5)
  expect(await payments()).toEqual([])
  expect(await statusOf(order)).toBe('processing_payout')
  expect(await shown()).toMatchObject({
    all_paused: true,
    waiting: [{ client_order_id: order.orderId, currency: 'ETH', why: 'paused' }],
  })
  const text = (await rig.runCommand('payout', 'show')).output
  expect(text).toContain('Pay-outs are paused.')
  expect(text).toContain('waits since it is paused')
  const again = await run('payout', 'pause', 'all', ...why)
  expect(again).toMatchObject({ ok: false, output: 'Pay-outs are paused already. Nothing was changed.' })
  await run('payout', 'continue', 'all', ...why)
  expect(await shown()).toMatchObject({ all_paused: false, waiting: [] })
  await rig.work.tick()
  expect(await payments()).toHaveLength(1)
  await rig.settle()
  expect(await statusOf(order)).toBe('finished')
  const { output } = await rig.runCommand('tariff', 'history', '--json')
  expect(JSON.parse(output)).toMatchObject({
    changes: expect.arrayContaining([
      expect.objectContaining({ name: 'payouts.paused', value: 'yes', made_by: 'ada', reason: why[1] }),
    ]),
  })
})

test('a coin that is paused holds back no other coin', async () => {
  await run('payout', 'pause', 'ETH', ...why)
  const held = await placePaid()
  const other = await placePaid({
    payout_currency: 'LTC',
    dst_address: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
  })
  await rig.settle()
  expect([await statusOf(held), await statusOf(other)]).toEqual(['processing_payout', 'finished'])
  await run('payout', 'continue', 'ETH', ...why)
  await rig.settle()
  expect(await statusOf(held)).toBe('finished')
})

test('coins that were marked as being sent and never left are paused as well', async () => {
  const order = await placePaid()
  rig.payoutsMeet('lost_before')
  rig.pass(60_000)
  await rig.work.tick()
  rig.payoutsMeet(undefined)
  await run('payout', 'pause', 'ETH', ...why)
  await minutes(5)
  expect(await payments()).toEqual([])
  await run('payout', 'continue', 'ETH', ...why)
  await rig.settle()
  expect([await statusOf(order), (await payments()).length]).toEqual(['finished', 1])
})

test('an hour’s pay-outs stay within the cap, and those that waited leave once each when there is room', async () => {
  await run('tariff', 'set', 'payouts.hourEurCents', '10000')
  const orders = [await placePaid(), await placePaid(), await placePaid()]
  await minutes(5)
  expect(await payments()).toHaveLength(2)
  expect(await shown()).toMatchObject({
    hour: { cap: '100.00', used: expect.stringMatching(/^9\d\.\d\d$/) },
    day: { cap: null },
    waiting: [{ why: 'hour_cap' }],
  })
  await minutes(60)
  expect(await payments()).toHaveLength(3)
  await rig.settle()
  expect(await Promise.all(orders.map(statusOf))).toEqual(['finished', 'finished', 'finished'])
})

test('a day’s cap holds over hours, and lets pay-outs go on when it is raised', async () => {
  await run('tariff', 'set', 'payouts.dayEurCents', '5000')
  const orders = [await placePaid(), await placePaid()]
  await minutes(120)
  expect(await payments()).toHaveLength(1)
  expect(await shown()).toMatchObject({ waiting: [{ why: 'day_cap' }] })
  await run('tariff', 'set', 'payouts.dayEurCents', 'unlimited')
  await rig.settle()
  expect(await Promise.all(orders.map(statusOf))).toEqual(['finished', 'finished'])
})

test('no bank file is written while EUR is paused', async () => {
  await run('payout', 'pause', 'EUR', ...why)
  expect(await rig.runCommand('sepa', 'export')).toMatchObject({
    ok: false,
    output: expect.stringMatching(/^Pay-outs in EUR are paused, and no file was written/),
  })
})

test('waiting pay-outs and caps that are nearly reached are metrics, which tell the operator', async () => {
  await run('tariff', 'set', 'payouts.hourEurCents', '5500')
  await placePaid()
  await placePaid()
  await minutes(5)
  const warned: string[] = []
  const { catalogue, clock, database } = rig.exchange
  const metrics = createMetrics({ program: 'exchange' })
  const log = { ...silentLog, warn: (event: string) => void warned.push(event) }
  const counted = departureNeeds({ catalogue, now: () => clock.now() })
  await needs({ database, log, metrics }, { everyMs: 1_000, needs: counted }).work()
  const { body } = await metrics.exposition()
  expect(body).toMatch(/^payouts_waiting\{[^}]*\} 1$/m)
  expect(body).toMatch(/^payout_caps_near\{[^}]*\} 1$/m)
  expect(warned).toEqual([
    expect.stringMatching(/^pay-outs wait, .*“payout show”/),
    expect.stringMatching(/^pay-outs are near their cap .*“payout show”/),
  ])
})
