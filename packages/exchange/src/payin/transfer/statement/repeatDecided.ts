import type { Money } from '@cambio/wire/Money.ts'
import { chart } from '../../../books/chart.ts'
import { credit, debit, type Journal } from '../../../books/Journal.ts'
import type { BankLine } from './Statement.ts'

/**
 * Reverses the entry of a line that was set aside as a possible repeat, as if the line had never been received.
 * @param line the line's name in the books
 */
export function repeatDecided(
  line: string,
  { side, amount }: { side: BankLine['side']; amount: Money },
): Journal {
  const [to, from] = side === 'credit' ? [chart.owed(line), chart.bank] : [chart.bank, chart.owed(line)]
  return {
    id: `${line}:decided`,
    kind: 'decided',
    reference: line,
    postings: [...debit(to, amount), ...credit(from, amount)],
  }
}
