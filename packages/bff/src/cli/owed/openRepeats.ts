import type { Query } from '@cambio/server/postgres/Database.ts'
import * as Money from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'
import { LINE_NAME } from '../../store/unfitLines.ts'

/** A line of the bank's that may be one of another statement once more. */
export const RepeatLine = z.object({
  /** As “owed book” and “owed dismiss” take it. */
  bank_line: z.string(),
  side: z.enum(['credit', 'debit']),
  amount: z.string(),
  currency: z.string(),
  booked_on: z.nullable(z.string()),
  party: z.nullable(z.string()),
  text: z.string(),
})

type Row = Omit<z.infer<typeof RepeatLine>, 'amount'> & { readonly units: bigint }

/** The lines of which nobody has said whether they are repeats, and what the operator reads of them. */
export async function openRepeats({ query }: { query: Query }) {
  const rows = await query<Row>({ name: 'cli_repeats', text: REPEATS, values: [] })
  const data = rows.map(({ units, ...row }) => ({
    ...row,
    amount: Money.format({ units, currency: row.currency }),
  }))
  const text = data.map(({ bank_line: line, side, amount, currency, booked_on: day, ...row }) =>
    [
      `${line}  ${amount} ${currency}`,
      `${side === 'credit' ? 'came' : 'left'}${day === null ? '' : ` on ${day}`}, or is a repeat of another statement’s line`,
      ...(row.party === null ? [] : [`${side === 'credit' ? 'from' : 'to'} ${row.party}`]),
      ...(row.text === '' ? [] : [`“${row.text.replaceAll(/\s+/g, ' ')}”`]),
    ].join('  '),
  )
  if (text.length > 0)
    text.push(
      'Look at your account: “owed book” takes such a line as new, “owed dismiss” says that your bank told it twice.',
    )
  return { data, text }
}

const REPEATS = `
  select ${LINE_NAME} as bank_line, e.side, e.units, e.currency, e.booked_on,
    nullif(concat_ws(', ', e.party_name, e.party_iban), '') as party, e.remittance as text
  from bank_entry e where e.repeat = 'open' order by e.imported_at, e.reference`
