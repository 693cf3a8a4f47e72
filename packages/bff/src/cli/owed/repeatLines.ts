import * as Money from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'
import type { OpenRepeat } from '../../store/read/bank/bankLines.ts'

/** A bank line that may repeat one of another statement. */
export const RepeatLine = z.object({
  /** As “owed book” and “owed dismiss” accept it. */
  bank_line: z.string(),
  side: z.enum(['credit', 'debit']),
  amount: z.string(),
  currency: z.string(),
  booked_on: z.nullable(z.string()),
  party: z.nullable(z.string()),
  text: z.string(),
})

/** The undecided possible repeats, as data and as text for the operator. */
export function repeatLines(lines: readonly OpenRepeat[]): {
  data: z.infer<typeof RepeatLine>[]
  text: string[]
} {
  const data = lines.map(({ line, amount, bookedOn, ...rest }) => ({
    ...rest,
    bank_line: line,
    booked_on: bookedOn,
    amount: Money.format(amount),
    currency: amount.currency,
  }))
  const text = data.map(({ bank_line: line, side, amount, currency, booked_on: day, ...row }) =>
    [
      `${line}  ${amount} ${currency}`,
      `${side === 'credit' ? 'arrived' : 'left'}${day === null ? '' : ` on ${day}`}, or is a repeat of another statement’s line`,
      ...(row.party === null ? [] : [`${side === 'credit' ? 'from' : 'to'} ${row.party}`]),
      ...(row.text === '' ? [] : [`“${row.text.replaceAll(/\s+/g, ' ')}”`]),
    ].join('  '),
  )
  if (text.length > 0)
    text.push(
      'Look at your account: “owed book” takes such a line as new, “owed dismiss” dismisses it as a repeat.',
    )
  return { data, text }
}
