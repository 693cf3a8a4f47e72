import { testCards } from '../fields/testCards.ts'
import type { Pan } from '../means/Pan.ts'

/** Whether a card is one of the sandbox's, whatever its expiry: its number is public. */
export function isTestCard(pan: Pan): boolean {
  const number = pan.reveal()
  return testCards.some((card) => card.number === number)
}
