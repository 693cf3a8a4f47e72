import type { AttemptResult } from '@cambio/wire/order/Order.ts'
import type { PayinData } from '../../machine/PayinData.ts'
import { latestAttempt, publishedReason, type Attempt, type CardPayin } from './CardPayin.ts'

/** A pay-in by card as partner and buyer see it. */
export function cardData(payin: CardPayin): PayinData {
  const card = latestAttempt(payin)?.card ?? null
  return {
    method: card?.brand ?? null,
    card,
    coins: null,
    attempts: payin.attempts.map((attempt) => ({
      at: attempt.openedAt,
      method: attempt.card.brand,
      wallet: attempt.card.wallet,
      result: results[attempt.state],
      declineReason: publishedReason(attempt),
    })),
  }
}

const results: Readonly<Record<Attempt['state'], AttemptResult>> = {
  open: 'open',
  challenged: 'challenged',
  turned_away: 'not_sent',
  declined: 'declined',
  held: 'succeeded',
  settled: 'succeeded',
  returning: 'succeeded',
  returned: 'succeeded',
  owed: 'succeeded',
  closed: 'succeeded',
  charged_back: 'undone',
}
