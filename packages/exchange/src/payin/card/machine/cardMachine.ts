import type { OwedPart } from '../../machine/OwedPart.ts'
import type { PayinMachine } from '../../machine/PayinMachine.ts'
import { goingBackSince, type WayBack } from '../../machine/WayBack.ts'
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
  wayBack: cardWayBack,
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
function cardWayBack(before: CardPayin, after: CardPayin): WayBack | null {
  const [attempt] = goingBackSince(before.attempts, after.attempts)
  return attempt?.state === 'returning'
    ? { is: 'card', amounts: [attempt.amount], wasTaken: attempt.settled }
    : null
}
