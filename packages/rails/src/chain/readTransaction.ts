import type { Money } from '@cambio/wire/Money.ts'
import {
  decodeFunctionData,
  erc20Abi,
  getAddress,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
  type Address,
  type Hash,
  type Transaction,
} from 'viem'
import type { SeenTransaction, TransactionReader } from '../TransactionReader.ts'
import type { ChainClient } from './chainClient.ts'
import { tokenCurrencies, type TokenContracts } from './ChainSettings.ts'
import { COIN, isSame } from './payout/transfer.ts'

/** Reads any transaction of a chain from its node. */
export function readTransaction(client: ChainClient, tokens: TokenContracts): TransactionReader {
  return async (txid) => {
    if (!isHash(txid)) return { is: 'absent' }
    try {
      return await read(client, tokens, txid)
    } catch (error) {
      return { is: error instanceof TransactionNotFoundError ? 'absent' : 'away' }
    }
  }
}

async function read(client: ChainClient, tokens: TokenContracts, hash: Hash): Promise<SeenTransaction> {
  const [transaction, receipt, head] = await Promise.all([
    client.getTransaction({ hash }),
    client.getTransactionReceipt({ hash }).catch((error: unknown) => {
      if (error instanceof TransactionReceiptNotFoundError) return undefined
      throw error
    }),
    client.getBlockNumber(),
  ])
  const { to, amount } = paidBy(transaction, tokens)
  const block = receipt && {
    number: receipt.blockNumber,
    confirmations: head - receipt.blockNumber + 1n,
    hasMoved: receipt.status === 'success',
    fee: { units: receipt.gasUsed * receipt.effectiveGasPrice, currency: COIN },
  }
  return {
    is: 'seen',
    from: getAddress(transaction.from),
    to: to && getAddress(to),
    amount,
    block: block ?? null,
  }
}

/** The recipient and the amount of a transaction. For a token they are in the call's data. */
export function paidBy(
  { to, value, input }: Transaction,
  tokens: TokenContracts,
): { to: Address | null; amount: Money | null } {
  const token = to && tokenCurrencies.find((each) => isSame(tokens[each], to))
  if (!token) return { to, amount: { units: value, currency: COIN } }
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: input })
    if (functionName === 'transfer') return { to: args[0], amount: { units: args[1], currency: token } }
  } catch {
    // The call is not part of the standard.
  }
  return { to, amount: null }
}

function isHash(text: string): text is Hash {
  return /^0x[0-9a-fA-F]{64}$/.test(text)
}
