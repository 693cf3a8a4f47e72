import type { Money } from '@cambio/wire/Money.ts'
import { chart } from '../../../books/chart.ts'
import { credit, debit, type Journal } from '../../../books/Journal.ts'
import type { BankLine } from './Statement.ts'

/**
 * A line that was set aside, since it may be a repeat, is set aside no more: it stands in the books as if it had not come.
 * @param line as the books call it
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
