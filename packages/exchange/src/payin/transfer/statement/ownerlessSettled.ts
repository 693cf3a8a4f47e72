import type { Money } from '@cambio/wire/Money.ts'
import { chart } from '../../../books/chart.ts'
import { credit, debit, type Journal } from '../../../books/Journal.ts'

/**
 * A transfer without an order is settled with its sender, by hand.
 * @param line the bank's line, as the books call it
 */
export function ownerlessSettled(line: string, amount: Money): Journal {
  return {
    id: `${line}:settled`,
    kind: 'by_hand',
    reference: line,
    postings: [...debit(chart.owed(line), amount), ...credit(chart.byHand, amount)],
  }
}
