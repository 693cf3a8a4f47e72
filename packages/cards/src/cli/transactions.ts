import { writeAmount } from '../protocol/amount.ts'
import { transactionOf, type TransactionRow } from '../store/transactionRow.ts'
import { statusOf, type Transaction } from '../Transaction.ts'
import { BadCall, textOf, type Command, type Given } from './Command.ts'
import { csv } from './csv.ts'
import { merchantGiven } from './merchantNamed.ts'

const columns = [
  'trans_id',
  'client_key',
  'order_id',
  'trans_date',
  'status',
  'amount',
  'captured',
  'refunded',
  'charged_back',
  'currency',
  'card',
  'acquirer',
  'decline_reason',
] as const

export const transactionCommands: Readonly<Record<string, Command>> = {
  'transaction list': {
    usage: 'transaction list [--merchant <client_key>] [--from 2026-03-01] [--to 2026-03-31] [--limit …]',
    about:
      'Lists transactions by when they were accepted (UTC days, both included), as CSV or with --json: all of the days that are named, and a thousand without any.',
    options: {
      merchant: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      limit: { type: 'string' },
    },
    async run(deps, given) {
      const merchant = await merchantGiven(deps, given)
      const [from, to] = [dayOf(given, 'from'), dayOf(given, 'to')]
      const limit = limitOf(given) ?? (from === null && to === null ? UNASKED : null)
      const rows = await deps.query<TransactionRow>({
        name: 'transaction_list',
        text: `select * from transaction
               where ($1::uuid is null or merchant_id = $1)
                 and ($2::timestamptz is null or created_at >= $2)
                 and ($3::timestamptz is null or created_at < $3)
               order by created_at, id limit $4`,
        values: [merchant?.id ?? null, from, dayAfter(to), limit && limit + 1],
      })
      const data = rows.slice(0, limit ?? rows.length).map((row) => lineOf(transactionOf(row)))
      const note =
        data.length === rows.length
          ? undefined
          : `These are the first ${limit}. There are more: name days with --from and --to, or a higher --limit.`
      return { text: csv(columns, data), data, note }
    },
  },
}

/** How many are listed where neither days nor a limit are named. */
const UNASKED = 1000

function limitOf(given: Given): number | undefined {
  const text = textOf(given, 'limit')
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new BadCall('--limit must be a whole number from 1 on.')
  return Number(text)
}

/** A UTC day given as an option; null when it was not. @throws BadCall when it is no day */
export function dayOf(given: Given, name: string): Date | null {
  const text = textOf(given, name)
  if (text === undefined) return null
  const day = new Date(`${text}T00:00:00Z`)
  const isDay =
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
  if (!isDay) throw new BadCall(`--${name} must be a day such as 2026-03-01.`)
  return day
}

export function dayAfter(day: Date | null): Date | null {
  return day && new Date(day.getTime() + 86_400_000)
}

function lineOf(transaction: Transaction) {
  const { currency } = transaction.money
  const amount = (units: bigint) => writeAmount({ units, currency })
  const books = 'captured' in transaction ? transaction : { captured: 0n, refunded: 0n, chargedBack: 0n }
  return {
    trans_id: transaction.id,
    client_key: transaction.merchantId,
    order_id: transaction.orderId,
    trans_date: transaction.createdAt.toISOString(),
    status: statusOf(transaction),
    amount: amount(transaction.money.units),
    captured: amount(books.captured),
    refunded: amount(books.refunded),
    charged_back: amount(books.chargedBack),
    currency,
    card: transaction.card.mask,
    acquirer: transaction.acquirer,
    decline_reason: transaction.state === 'declined' ? transaction.reason : null,
  }
}
