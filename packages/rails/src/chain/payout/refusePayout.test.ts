import type { PayoutOrder, PayoutState } from '@cambio/exchange/payout/PayoutRail.ts'
import { silentLog } from '@cambio/server/log.ts'
import { imbalances } from '@cambio/server/postgres/Ledger.ts'
import type { CleanDatabase } from '@cambio/server/testing/postgres/testing.ts'
import type { Address } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chainDatabase, openTestChain, type TestChain } from '../../../testing/chain/chainRig.ts'
import { chainClient, type ChainClient } from '../chainClient.ts'
import { watchLoop } from '../watch/watchLoop.ts'
import { balanceAt } from './balanceAt.ts'
import { payOutOnChain } from './payOutOnChain.ts'

/*
 * Two processes handle one payment: the node tells one that the recipient accepts coins, and the other that it does
 * not. One answer refunds the money and the other sends coins, so both must report one decision, whichever is first.
 */

let chain: TestChain
let stand: CleanDatabase
beforeEach(async () => {
  chain = await openTestChain()
  stand = await chainDatabase()
  await watch()
})
afterEach(async () => {
  expect(await imbalances(stand.database.query)).toEqual([])
  await stand.close()
  await chain.close()
})

const place: Address = '0x00000000000000000000000000000000000C105e'
const order: PayoutOrder = {
  orderId: 'ABCDE-123456',
  payee: null,
  payoutId: 'p1',
  amount: { units: 5n, currency: 'ETH' },
  address: place,
  memo: null,
}

const working = () => chainClient(chain.settings.url)
const deps = (client: ChainClient) => ({
  database: stand.database,
  clock: { now: () => new Date('2026-03-01T09:30:00Z') },
  log: silentLog,
  client,
})
const rail = (client = working()) => payOutOnChain(deps(client), chain.settings)
const watch = () =>
  watchLoop({ ...deps(working()), inbox: { file: async () => {} } }, chain.settings).work('chain', 1)

/** Makes the address revert every payment. */
const close = () => chain.node('anvil_setCode', place, '0x60006000fd')
const open = () => chain.node('anvil_setCode', place, '0x')

async function coinsThere(): Promise<bigint> {
  await chain.mine(3)
  await watch()
  return balanceAt(chain.client, { address: place, tokens: chain.settings.tokens }, 'ETH')
}

/** Sends the payment by a process that pauses once the node has estimated it, while something else happens. */
function sendAround(meanwhile: () => Promise<unknown>): Promise<PayoutState> {
  const client = working()
  let stoodStill = false
  const getBalance: ChainClient['getBalance'] = async (asked) => {
    const standsStill = asked.blockNumber !== undefined && !stoodStill
    stoodStill ||= standsStill
    if (standsStill) await meanwhile()
    return client.getBalance(asked)
  }
  return rail({ ...client, getBalance }).send(order)
}

/**
 * Sends the payment by a process whose node has answered that the address accepts no coins, while something else
 * happens.
 */
function refuseAround(meanwhile: () => Promise<unknown>): Promise<PayoutState> {
  const client = working()
  const estimateGas: ChainClient['estimateGas'] = async (asked) => {
    try {
      return await client.estimateGas(asked)
    } finally {
      await meanwhile()
    }
  }
  return rail({ ...client, estimateGas }).send(order)
}

test('a refused pay-out is not signed by a process that had read another state before', async () => {
  let refused: PayoutState | undefined
  const answer = await sendAround(async () => {
    await close()
    refused = await rail().send(order)
    await open()
  })
  expect(refused).toMatchObject({ is: 'refused' })
  expect(answer).toEqual(refused)
  expect(await rail().send(order)).toEqual(refused)
  expect(await rail().getStatus(order.payoutId)).toEqual(refused)
  expect(await coinsThere()).toBe(0n)
})

test('a signed pay-out is not refused by a process that had read another state before', async () => {
  await close()
  let sent: PayoutState | undefined
  const answer = await refuseAround(async () => {
    await open()
    sent = await rail().send(order)
  })
  expect(sent).toMatchObject({ is: 'sent' })
  expect(answer).toEqual(sent)
  expect(await coinsThere()).toBe(5n)
  expect(await rail().getStatus(order.payoutId)).toMatchObject({ is: 'confirmed' })
})

test('a refusal is reported to the next process that asks, if the first one died before it read it', async () => {
  await close()
  expect(await rail().send(order)).toMatchObject({ is: 'refused' })
  await open()
  expect(await rail().getStatus(order.payoutId)).toMatchObject({ is: 'refused' })
})
