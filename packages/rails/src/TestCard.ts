import type { Challenge } from '@cambio/exchange/payin/card/machine/CardPayin.ts'

/** What a buyer answers at the sandbox's bank: `cancel` turns back to the shop, `timeout` is no answer in time. */
export const bankAnswers = ['approve', 'decline', 'cancel', 'timeout'] as const
export type BankAnswer = (typeof bankAnswers)[number]

/** A tester's card at a sandbox's card platform, for scripts that pay. @throws Refusal platform_unreachable */
export type TestCard = {
  /**
   * Enters the test card with this expiry and security code, in place of a buyer who types it.
   * @param card.store whether the buyer wants the card to be saved
   * @returns `invalid` for a card that has expired
   */
  submitCard(
    sessionId: string,
    card: { readonly month: string; readonly year: string; readonly code: string; readonly store: boolean },
  ): Promise<'done' | 'invalid'>
  /** Lets an open card form run out of time. */
  expireForm(sessionId: string): Promise<void>
  /** Answers for the buyer at the bank. @returns `expired` where the bank no longer waits for an answer */
  answerBank(challenge: Challenge, answer: BankAnswer): Promise<'done' | 'expired'>
}
