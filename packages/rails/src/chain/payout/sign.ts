import { keccak256, type LocalAccount } from 'viem'
import type { FreshTransaction } from './ChainPayout.ts'
import type { Transfer } from './transfer.ts'

/** The most that the network is offered for a unit of gas, in the coin's smallest unit. */
export type Fees = { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }

/** Signs one transaction. Equal input gives equal bytes. */
export async function sign(
  account: LocalAccount,
  input: {
    transfer: Transfer
    chainId: number
    nonce: number
    gas: bigint
    fees: Fees
    number: number
    at: Date
  },
): Promise<FreshTransaction> {
  const { transfer, chainId, nonce, gas, fees, number, at } = input
  const raw = await account.signTransaction({ ...transfer, ...fees, type: 'eip1559', chainId, nonce, gas })
  return { ...fees, txid: keccak256(raw), number, raw, signedAt: at }
}
