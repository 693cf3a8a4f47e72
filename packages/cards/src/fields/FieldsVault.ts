import type { Theme } from '@cambio/wire/CardFrame.ts'
import type { FieldsSessionState } from '@cambio/wire/FieldsSession.ts'
import type { HandedCard } from './HandedCard.ts'

/** What the hosted fields need of the platform: who may hold the frame, and a place to leave the card. */
export type FieldsVault = {
  /** The session of this id as it stands at the vault's clock, or null when nobody opened it. */
  session(id: string): Promise<FieldsFrameSession | null>
  /**
   * Takes the card of an open session, once. `used` when this session has a card already, `expired` when it is
   * over or unknown. Answers only after the card is durable; throws when that cannot be said.
   */
  handIn(sessionId: string, card: HandedCard): Promise<'done' | 'expired' | 'used'>
}

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
}
