import type { Money } from '@cambio/wire/Money.ts'
import {
  encodeFunctionData,
  erc20Abi,
  getAddress,
  parseAbiItem,
  parseEventLogs,
  type Address,
  type Hex,
  type TransactionReceipt,
} from 'viem'
import { tokenCurrencies, type TokenContracts, type TokenCurrency } from '../ChainSettings.ts'

/** The chain's own coin, in which network fees are paid. */
export const COIN = 'ETH'

/** The event of a token's contract when it has moved tokens (ERC-20). */
export const transferEvent = parseAbiItem(
  'event Transfer(address indexed from, address indexed to, uint256 value)',
)

/** The contents of a transaction that pays an amount. */
export type Transfer = { readonly to: Address; readonly value: bigint; readonly data?: Hex }

/** Whether a currency exists on the chain. */
export function isOnChain(currency: string): boolean {
  return currency === COIN || isToken(currency)
}

/** A transfer of the coin, or the call of a token's contract that makes one. */
export function transferOf(tokens: TokenContracts, { units, currency }: Money, recipient: Address): Transfer {
  if (!isToken(currency)) return { to: recipient, value: units }
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [recipient, units] })
  return { to: tokens[currency], value: 0n, data }
}

/**
 * Whether a mined transaction moved what it should. For a token only its event counts: some contracts return nothing
 * from a transfer, and some return `false`.
 */
export function hasMoved(
  receipt: TransactionReceipt,
  tokens: TokenContracts,
  paid: { readonly amount: Money; readonly from: Address; readonly recipient: Address },
): boolean {
  if (receipt.status !== 'success') return false
  const { currency, units } = paid.amount
  if (!isToken(currency)) return true
  const logs = receipt.logs.filter(({ address }) => isSame(address, tokens[currency]))
  return parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs }).some(
    ({ args }) => isSame(args.from, paid.from) && isSame(args.to, paid.recipient) && args.value === units,
  )
}

/** Whether two texts are one address; capitals are only its checksum. */
export function isSame(one: Address, other: Address): boolean {
  return getAddress(one) === getAddress(other)
}

/** Whether a currency is one of the chain's tokens. */
export function isToken(currency: string): currency is TokenCurrency {
  return tokenCurrencies.some((token) => token === currency)
}
