import type { Theme } from '@cambio/wire/widget/CardFrame.ts'
import type { FieldsSessionState } from '@cambio/wire/widget/FieldsSession.ts'
import type { MeansView } from '../means/MeansView.ts'
import type { WalletOffer } from '../wallets/walletOffer.ts'
import type { SubmittedCard, SubmittedCode } from './SubmittedCard.ts'
import type { SubmittedWallet } from './SubmittedWallet.ts'

/** What the hosted fields need from the platform: who may frame them, and where the card is stored. */
export type FieldsVault = {
  /** The session with this id, by the vault's clock. Null when there is none. */
  session(id: string): Promise<FieldsFrameSession | null>
  /**
   * Stores the card of an open session, once. In a session for a stored card, stores only the security code. `used`:
   * the session has a card already. `expired`: it has expired or is unknown, or its stored card is gone. `invalid`: it
   * needs a card but received a code, or the reverse. Answers after the card is stored; throws when that is unknown.
   */
  submitCard(sessionId: string, handed: SubmittedCard | SubmittedCode): Promise<SubmitResult>
  /**
   * Stores what a wallet provided instead of a card, once. `invalid`: the wallet is not offered, or its token is not
   * verified, too old, for another amount or already used.
   */
  submitWallet(sessionId: string, handed: SubmittedWallet): Promise<SubmitResult>
  /**
   * Asks Apple for what the page of an open session that offers Apple Pay needs to open Apple's sheet once. `refused`:
   * the session does not offer it, or the URL is not Apple's. `unanswered`: Apple provided nothing.
   */
  appleSession(sessionId: string, validationUrl: string): Promise<AppleSessionResult>
}

export type AppleSessionResult = { readonly session: unknown } | 'refused' | 'unanswered'

export type SubmitResult = 'done' | 'expired' | 'used' | 'invalid'

/** The part of a fields session that its frame may know: no merchant, no card, no token. */
export type FieldsFrameSession = {
  readonly id: string
  readonly state: FieldsSessionState['state']
  /** The one origin the frame talks to. */
  readonly parentOrigin: string
  /** Every origin above the frame, innermost first. */
  readonly ancestors: readonly string[]
  readonly locale: string | null
  readonly theme: Theme
  /** The merchant's account is a test account: the sandbox's cards are shown to pick from. */
  readonly sandbox: boolean
  /** The stored card whose security code is asked for. Null where a card is to be typed. */
  readonly storedCard: MeansView | null
  /** The data that its wallets need. Null where it offers none. */
  readonly wallets: WalletOffer | null
  /** Whether the buyer may have the card stored. */
  readonly mayStore: boolean
}
