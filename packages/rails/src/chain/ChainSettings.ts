import type { Address } from 'viem'
import type { ChainKeys } from './ChainKeys.ts'

/** The tokens that move on a chain beside its own coin, by their currencies. */
export const tokenCurrencies = ['USDC', 'USDT20'] as const
export type TokenCurrency = (typeof tokenCurrencies)[number]
export type TokenContracts = Readonly<Record<TokenCurrency, Address>>

/** A chain to pay on, and the keys for it. */
export type ChainSettings = {
  readonly url: string
  readonly chainId: number
  /** After how many blocks a transaction is final, its own counted. */
  readonly confirmations: number
  readonly keys: ChainKeys
  /** The contract that keeps a list of sanctioned wallets; null where there is none. */
  readonly oracle: Address | null
  /** The extended public key of deposit addresses; null where no deposits are taken. */
  readonly depositXpub: string | null
  /** The tokens' contracts. A sandbox deploys its own. */
  readonly tokens: TokenContracts
}

/** Tether and USD Coin on the chains where they are issued, by chain id. */
export const knownTokens: Readonly<Record<number, TokenContracts>> = {
  1: {
    USDC: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    USDT20: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  },
}
