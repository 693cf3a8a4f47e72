import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { DepositRig } from './depositRig.ts'

/** Other blocks take the place of the last ones, with nothing in them, before anybody has looked. */
export async function replace(rig: DepositRig, blocks: number): Promise<void> {
  await rig.chain.node('anvil_rollback', blocks)
  await rig.chain.node('anvil_dropAllTransactions')
  for (let block = 0; block < blocks; block++) {
    rig.pass(1_000)
    await rig.chain.mineAt(rig.exchange.clock.now())
  }
}

/** Replaces blocks and lets all follow from it; the books agree with the chain at each moment. */
export async function reorganise(rig: DepositRig, blocks: number): Promise<void> {
  await replace(rig, blocks)
  for (let block = 0; block < 4; block++) {
    await rig.live(1)
    expect(await rig.call('chain', 'reconcile')).toMatchObject({ result: { agrees: true } })
  }
}

/** Takes a transaction away, and answers its bytes, by which it may come again. */
export async function removeTransaction(rig: DepositRig, txid: string): Promise<unknown> {
  const raw = await bytesOf(rig, txid)
  await reorganise(rig, await depthOf(rig, txid))
  return raw
}

/** How many blocks there are from a transaction's on. */
export async function depthOf({ chain }: DepositRig, txid: string): Promise<number> {
  const { blockNumber } = Receipt.parse(await chain.node('eth_getTransactionReceipt', txid))
  return Number((await chain.client.getBlockNumber()) - BigInt(blockNumber)) + 1
}

const Receipt = z.object({ blockNumber: z.string() })

/** A transaction as it was sent. */
export function bytesOf({ chain }: DepositRig, txid: string): Promise<unknown> {
  return chain.node('eth_getRawTransactionByHash', txid)
}
