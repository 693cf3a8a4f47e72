import type { OwedPart } from '../../machine/OwedPart.ts'
import { goingBackSince, type WayBack } from '../../machine/WayBack.ts'
import type { CardPayin } from './CardPayin.ts'

/** What the card platform did not give back. */
export function cardOwed({ attempts }: CardPayin): OwedPart[] {
  return attempts.flatMap((attempt): OwedPart[] =>
    attempt.state === 'owed' ? [{ is: 'card', amounts: [attempt.amount] }] : [],
  )
}

/** The attempt that the card platform is asked to give back since. */
export function cardWayBack(before: CardPayin, after: CardPayin): WayBack | null {
  const [attempt] = goingBackSince(before.attempts, after.attempts)
  return attempt?.state === 'returning'
    ? { is: 'card', amounts: [attempt.amount], wasTaken: attempt.settled }
    : null
}
