import { openTestChain } from '@cambio/rails/testing/chain/chainRig.ts'
import * as z from 'zod/mini'
import { ethAddress, openRig } from '../rig.ts'

export type PayoutRig = Awaited<ReturnType<typeof openPayoutRig>>

const MOST_ROUNDS = 30

/**
 * Opens the whole exchange on a real chain node. It sells coins for cards.
 * @param options.reachedBy opens a line to the node for the exchange to use; without it the node is reached directly
 */
export async function openPayoutRig(
  options: { reachedBy?: (url: string) => Promise<{ readonly url: string; close(): Promise<void> }> } = {},
) {
  const chain = await openTestChain()
  const line = await options.reachedBy?.(chain.settings.url)
  const rig = await openRig({}, { CHAIN_URL: line?.url ?? chain.settings.url, DATA_DIR: chain.dataDir })
  await rig.work.tick()
  /** Buys a coin by card; the money is settled, so the coins may leave. Answers the order's id. */
  const buy = async (payout_currency: string, dst_address: string = ethAddress): Promise<string> => {
    const order = await rig.placeOrder({ fixed: { payout_currency, dst_address } })
    await rig.charge(order, 'held')
    const [attempt] = await rig.attempts(order.orderId)
    rig.card.becomes(attempt?.platformOrderId ?? '', 'settled')
    return order.orderId
  }
  /** Lets time pass, makes blocks, and does everything that follows. */
  const live = async (rounds = 8): Promise<void> => {
    for (let round = 0; round < rounds; round++) {
      rig.pass(10_000)
      await rig.work.tick()
      await chain.mine()
    }
  }
  /** Lives until an order is finished, five minutes at most. */
  const finish = async (orderId: string): Promise<void> => {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      if ((await rig.stores.orders.find(orderId))?.status === 'finished') return
      await live(1)
    }
  }
  const call = async (...words: string[]) => {
    const { output, ok } = await rig.runCommand(...words, '--json')
    return { ok, result: z.record(z.string(), z.unknown()).parse(JSON.parse(output)) }
  }
  async function close(): Promise<void> {
    await rig.close()
    await line?.close()
    await chain.close()
  }
  return { rig, chain, buy, live, finish, call, close }
}
