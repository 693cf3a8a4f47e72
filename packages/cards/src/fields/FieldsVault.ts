import type { Theme } from '@cambio/wire/widget/CardFrame.ts'
import type { FieldsSessionState } from '@cambio/wire/widget/FieldsSession.ts'
import type { MeansView } from '../means/MeansView.ts'
import type { WalletOffer } from '../wallets/walletOffer.ts'
import type { HandedCard, HandedCode } from './HandedCard.ts'
import type { HandedWallet } from './HandedWallet.ts'

/** What the hosted fields need of the platform: who may frame them, and where the card is stored. */
export type FieldsVault = {
  /** The session of this id as it stands at the vault's clock, or null when nobody opened it. */
  session(id: string): Promise<FieldsFrameSession | null>
  /**
   * Stores the card of an open session, once; of a session for a stored card, with the security code alone. `used`: the
   * session has a card already. `expired`: it has expired or is unknown, or its stored card is gone. `invalid`: it
   * takes a card but got a code, or the other way round. Answers after the card is stored; throws when that is not
   * known.
   */
  handIn(sessionId: string, handed: HandedCard | HandedCode): Promise<HandInResult>
  /**
   * Stores what a wallet handed over in place of a card, once. `invalid`: the wallet is not offered, or its token is not
   * verified, too old, for another amount or was used before.
   */
  handInWallet(sessionId: string, handed: HandedWallet): Promise<HandInResult>
  /**
   * What Apple answers the page of a session that offers Apple Pay and is open, so that the page may open Apple's sheet once.
   * `refused`: the session offers none, or the URL is not Apple's. `unanswered`: Apple gave nothing.
   */
  appleSession(sessionId: string, validationUrl: string): Promise<AppleSessionResult>
}

export type AppleSessionResult = { readonly session: unknown } | 'refused' | 'unanswered'

export type HandInResult = 'done' | 'expired' | 'used' | 'invalid'

/** The part of a fields session its frame may know: no merchant, no card, no token. */
export type FieldsFrameSession = {
  readonly id: string
  readonly state: FieldsSessionState['state']
  /** The one origin the frame talks to. */
  readonly parentOrigin: string
  /** Every origin above the frame, innermost first. */
  readonly ancestors: readonly string[]
  readonly locale: string | null
  readonly theme: Theme
  /** The merchant's account is a test one: the picker of the sandbox's cards is shown. */
  readonly sandbox: boolean
  /** The card whose security code alone is asked for; null where a card is to be typed. */
  readonly storedCard: MeansView | null
  /** What its wallets need; null where it offers none. */
  readonly wallets: WalletOffer | null
  /** Whether the buyer may have the card stored. */
  readonly mayStore: boolean
}
