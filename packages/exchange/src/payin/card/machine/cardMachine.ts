import type { OwedPart } from '../../machine/OwedPart.ts'
import type { PayinMachine } from '../../machine/PayinMachine.ts'
import { newlyReturning, type Refund } from '../../machine/Refund.ts'
import { cardData } from './cardData.ts'
import { isCardFact, type CardFact, type CardPayin } from './CardPayin.ts'
import { cardInstructed, cardStep } from './cardStep.ts'
import { cardSummary } from './cardSummary.ts'
import { cardWaits } from './cardWaits.ts'

/** Money that a card platform first holds and then captures. */
export const cardMachine: PayinMachine<CardPayin, CardFact> = {
  opened: () => ({ is: 'card', attempts: [] }),
  placed: () => [],
  isFact: isCardFact,
  step: cardStep,
  instructed: cardInstructed,
  lossesReopened: () => null,
  summary: cardSummary,
  waits: cardWaits,
  owed: cardOwed,
  refund: cardRefund,
  sources: () => [],
  data: cardData,
}

/** What the card platform did not return. */
function cardOwed({ attempts }: CardPayin): OwedPart[] {
  return attempts.flatMap((attempt): OwedPart[] =>
    attempt.state === 'owed' ? [{ is: 'card', amounts: [attempt.amount] }] : [],
  )
}

/** The attempt that the card platform has been asked to return since. */
function cardRefund(before: CardPayin, after: CardPayin): Refund | null {
  const [attempt] = newlyReturning(before.attempts, after.attempts)
  return attempt?.state === 'returning'
    ? { is: 'card', amounts: [attempt.amount], wasCaptured: attempt.settled }
    : null
}
