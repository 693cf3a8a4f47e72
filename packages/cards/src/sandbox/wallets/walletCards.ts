import type { TestCard } from '../../fields/PageData.ts'
import { testCards } from '../../fields/testCards.ts'
import type { Wallet } from '../../means/networkToken/NetworkToken.ts'
import { testNetworkTokens } from '../testNetworkTokens.ts'

/** A card in the sandbox's wallets; without a cryptogram it is a card's own number, which only Google Pay has. */
export type WalletCard = Omit<TestCard, 'outcome'> & { readonly cryptogram: string | null }

/** In base64; the sandbox's bank takes any. */
const CRYPTOGRAM = Buffer.alloc(20, 'sandbox').toString('base64')

/** The cards that a simulated wallet offers, each named after what becomes of a payment with it. */
export function walletCards(wallet: Wallet): readonly (WalletCard & Pick<TestCard, 'outcome'>)[] {
  const tokens = testNetworkTokens.map((token) => ({ ...token, cryptogram: CRYPTOGRAM }))
  if (wallet === 'apple_pay') return tokens
  const asked = testCards.filter(({ outcome }) => outcome.startsWith('3ds'))
  return [...tokens, ...asked.map((card) => ({ ...card, cryptogram: null }))]
}
