import type { Money } from '@cambio/wire/Money.ts'
import { chart } from './chart.ts'
import { credit, debit, type Journal } from './Journal.ts'

/** Books a part of a partner's balance that was paid to it outside these books. */
export function partnerPaidOut(act: {
  readonly id: string
  readonly partnerId: string
  readonly amount: Money
}): Journal {
  return {
    id: `partner:${act.partnerId}:${act.id}`,
    kind: 'partner_payout',
    reference: act.partnerId,
    postings: [
      ...debit(chart.partnerBalance(act.partnerId), act.amount),
      ...credit(chart.byHand, act.amount),
    ],
  }
}
