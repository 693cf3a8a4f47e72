import type { PayinMachine } from '../../machine/PayinMachine.ts'
import { cardData } from './cardData.ts'
import { isCardFact, type CardFact, type CardPayin } from './CardPayin.ts'
import { cardOwed, cardWayBack } from './cardReturns.ts'
import { cardInstructed, cardStep } from './cardStep.ts'
import { cardSummary } from './cardSummary.ts'
import { cardWaits } from './cardWaits.ts'

/** Money that a card platform holds first, and takes then. */
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
