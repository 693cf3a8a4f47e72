import type { Money } from '@cambio/wire/Money.ts'
import { chart } from '../../../books/chart.ts'
import { credit, debit, type Journal } from '../../../books/Journal.ts'

/**
 * Books that a transfer without an order was settled with its sender by hand.
 * @param line the line's name in the books
 */
export function ownerlessSettled(line: string, amount: Money): Journal {
  return {
    id: `${line}:settled`,
    kind: 'by_hand',
    reference: line,
    postings: [...debit(chart.owed(line), amount), ...credit(chart.byHand, amount)],
  }
}
