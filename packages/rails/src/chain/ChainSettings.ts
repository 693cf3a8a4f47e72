import type { Address } from 'viem'
import type { ChainKeys } from './ChainKeys.ts'

/** The tokens that move on a chain beside its own coin, by the currencies that they are. */
export const tokenCurrencies = ['USDC', 'USDT20'] as const
export type TokenCurrency = (typeof tokenCurrencies)[number]
export type TokenContracts = Readonly<Record<TokenCurrency, Address>>

/** A chain to pay on, and by which keys. */
export type ChainSettings = {
  readonly url: string
  readonly chainId: number
  /** How many blocks a transaction is final after, its own counted. */
  readonly confirmations: number
  readonly keys: ChainKeys
  /** The contract that keeps a list of sanctioned wallets; null where there is none. */
  readonly oracle: Address | null
  /** The extended public key of deposit addresses; null where no deposits are taken. */
  readonly depositXpub: string | null
  /** Where the tokens are. A sandbox puts its own on the chain. */
  readonly tokens: TokenContracts
}

/** Tether and USD Coin where they are issued, by the number of the chain. */
export const knownTokens: Readonly<Record<number, TokenContracts>> = {
  1: {
    USDC: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    USDT20: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  },
}
