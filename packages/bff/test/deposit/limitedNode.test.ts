import { openChainLine, type ChainLine, type LineFault } from '@cambio/rails/testing/chain/chainLine.ts'
import { silentLog } from '@cambio/server/log.ts'
import { rowsOf } from '@cambio/server/testing/rowsOf.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { useDepositRig, type DepositRig } from './depositRig.ts'

/*
 * A hosted node limits what it is asked, and says so in many ways. Coins come in and go out all the same where it answers
 * at all, and the operator reads why not where it does not.
 */

let rig: DepositRig
let line: ChainLine
const warnings: string[] = []
useDepositRig((opened) => void (rig = opened), {
  reachedBy: async (url) => (line = await openChainLine(url)),
  log: {
    ...silentLog,
    warn: (event, fields) => {
      if (event.includes('the chain')) warnings.push(String(fields?.reason ?? event))
    },
  },
})
beforeEach(() => void (warnings.length = 0))
afterEach(() => line.meets())

const usdc = { payin_currency: 'USDC', payin_amount: '100', payout_currency: 'ETH' }

/** How many blocks a call asks for logs of; 0 for any other call. */
function blocksAsked(method: string, [asked]: readonly unknown[]): number {
  const Range = z.object({ fromBlock: z.string(), toBlock: z.string() })
  const range = method === 'eth_getLogs' ? Range.safeParse(asked).data : undefined
  return range ? Number(range.toBlock) - Number(range.fromBlock) + 1 : 0
}

async function shown() {
  const { output } = await rig.exchangeRig.runCommand('chain', 'show')
  const { result } = await rig.call('chain', 'show')
  const metrics = (await rig.send('GET', '/metrics')).text
  return {
    text: /Stopped +(.*)/.exec(output)?.[1],
    json: result['stopped'],
    metric: /^chain_stopped\S* (\d)/m.exec(metrics)?.[1],
  }
}
const well = { text: undefined, json: undefined, metric: '0' }
const stoppedBy = (reason: string) => ({ text: reason, json: reason, metric: '1' })

async function expectBought(id: string): Promise<void> {
  await rig.liveUntil(id, 'finished')
  expect(await rig.order(id)).toMatchObject({ status: 'finished', money: { state: 'taken' } })
}

test('a node that refuses logs of more than ten blocks still brings coins in and out after an absence', async () => {
  const { id, address } = await rig.placeOrder(usdc)
  await rig.pay(address, '100', 'USDC')
  await rig.chain.mineAt(new Date(rig.exchange.clock.now().getTime() + 1_000))
  await rig.chain.mine(40)
  rig.pass(3 * 60_000)
  line.meets((method, params) =>
    blocksAsked(method, params) > 10
      ? { refuses: 'up to a 10 block range', code: -32_602, status: 400 }
      : undefined,
  )
  await rig.work.tick()
  expect(await shown()).toEqual(well)
  await expectBought(id)
  expect(warnings).toEqual([])
})

test('a node that refuses the logs of one block still brings coins in and out', async () => {
  const { id, address } = await rig.placeOrder(usdc)
  await rig.pay(address, '100', 'USDC')
  const token = rig.chain.settings.tokens.USDC.toLowerCase()
  line.meets((method, params) =>
    method === 'eth_getLogs' && JSON.stringify(params).toLowerCase().includes(token)
      ? { refuses: 'Log response size exceeded', code: -32_602, status: 400 }
      : undefined,
  )
  await expectBought(id)
  expect(await shown()).toEqual(well)
  expect(warnings).toEqual([])
})

test('a node that answers a third of all calls with 429 still brings coins in and out', async () => {
  const { id, address } = await rig.placeOrder(usdc)
  await rig.pay(address, '100', 'USDC')
  await rig.chain.mine(30)
  rig.pass(60_000)
  let calls = 0
  line.meets(() => ((calls += 1) % 3 === 0 ? { page: 'Too Many Requests', status: 429 } : undefined))
  await expectBought(id)
  expect(await shown()).toEqual(well)
  expect(warnings).toEqual([])
})

/** All must have been well for ten seconds. */
const LOOKS_UNTIL_WELL = 3

/** Expects the operator to read this of a node for as long as it is so, in one warning and one that it is over. */
async function expectReportedOnce(faultOf: Parameters<ChainLine['meets']>[0], reason: string): Promise<void> {
  warnings.length = 0
  line.meets(faultOf)
  for (let look = 0; look < 3; look++) {
    await rig.live(1)
    expect(await shown()).toEqual(stoppedBy(reason))
  }
  expect(warnings).toEqual([reason])
  line.meets()
  await rig.live(LOOKS_UNTIL_WELL)
  expect(await shown()).toEqual(well)
  expect(warnings).toEqual([reason, 'the chain rail continues'])
}

const allSilent: readonly [LineFault, string][] = [
  [
    { page: 'Too Many Requests', status: 429, retryAfter: '60' },
    'The node limits how often it is asked (HTTP status 429): choose a larger plan, or another node.',
  ],
  [{ page: '<html><h1>502 Bad Gateway', status: 502 }, 'The node fails to answer (HTTP status 502).'],
  [{ page: '<html>', status: 200 }, 'The node fails to answer (no JSON).'],
  [
    { page: '', status: 401 },
    'The node refuses the call (HTTP status 401): check that the key in CHAIN_URL is valid.',
  ],
]
/** One of status 502 is reported below, every other time. */
const silent = rowsOf(allSilent, ([, reason]) => !reason.includes('502'))

const allWithoutLogs: readonly [LineFault, string][] = [
  [{ refuses: 'the method is not available', code: -32_601 }, 'The node refuses eth_getLogs (error -32601).'],
  [
    { refuses: '', code: 429, status: 429, retryAfter: '60' },
    'The node limits how often it is asked (HTTP status 429, error 429): choose a larger plan, or another node.',
  ],
  [{ page: '<html>', status: 504 }, 'The node fails to answer (HTTP status 504).'],
]
/** Coins wait for one of status 504 below. */
const withoutLogs = rowsOf(allWithoutLogs, ([, reason]) => !reason.includes('504'))

test('a node that answers no call is reported once for as long as it does so, and coins that came meanwhile are there afterwards', async () => {
  const { id, address } = await rig.placeOrder(usdc)
  await rig.pay(address, '100', 'USDC')
  for (const [fault, reason] of silent) await expectReportedOnce(() => fault, reason)
  await expectBought(id)
})

test('a node that answers no call for logs is reported once for as long as it does so, and coins wait meanwhile', async () => {
  const noLogs = (fault: LineFault) => (method: string) => (method === 'eth_getLogs' ? fault : undefined)
  for (const [fault, reason] of withoutLogs) await expectReportedOnce(noLogs(fault), reason)
  const { id, address } = await rig.placeOrder(usdc)
  await rig.pay(address, '100', 'USDC')
  line.meets(noLogs({ page: '<html>', status: 504 }))
  await rig.live(3)
  expect(await rig.order(id)).toMatchObject({ status: 'processing', money: { state: 'not_taken' } })
  line.meets()
  await expectBought(id)
})

test('a node that fails every other time fills no log', async () => {
  let looks = 0
  line.meets((method) => {
    if (method === 'eth_chainId') looks += 1
    return method === 'eth_chainId' && looks % 2 === 0 ? { page: '', status: 502 } : undefined
  })
  await rig.live(12)
  expect(warnings).toEqual(['The node fails to answer (HTTP status 502).'])
})

test('a node that hangs while coins wait lets none of their orders lapse', async () => {
  const { id, address } = await rig.placeOrder()
  await rig.pay(address, '1')
  line.meets((method, [block]) =>
    method === 'eth_getBlockByNumber' && block === 'pending' ? { page: '', status: 502 } : undefined,
  )
  await rig.live(1)
  rig.pass(15 * 60_000)
  await rig.work.tick()
  expect(await rig.order(id)).toMatchObject({ status: 'processing', money: { state: 'not_taken' } })
  line.meets()
  await expectBought(id)
})
