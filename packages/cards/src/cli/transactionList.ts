import { day, optional, text, wholeNumber } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { csv } from '@cambio/server/csv.ts'
import * as z from 'zod/mini'
import { writeAmount } from '../protocol/amount.ts'
import { transactionsBetween } from '../store/read/transactionsBetween.ts'
import { statusOf, type Transaction } from '../transaction/Transaction.ts'
import type { CommandDeps } from './CommandDeps.ts'
import { dayAfter } from './dayAfter.ts'
import { merchantNamed } from './merchant/merchantNamed.ts'

/** A transaction as a line of a report; amounts are the protocol's. */
const Line = z.object({
  trans_id: z.string(),
  client_key: z.string(),
  order_id: z.string(),
  trans_date: z.string(),
  status: z.string(),
  amount: z.string(),
  captured: z.string(),
  refunded: z.string(),
  charged_back: z.string(),
  currency: z.string(),
  card: z.string(),
  acquirer: z.string(),
  decline_reason: z.nullable(z.string()),
  wallet: z.nullable(z.string()),
})

/** How many are listed where neither days nor a limit are given. */
const LIMIT = 1000

export const transactionList = command({
  name: 'transaction list',
  summary:
    'Lists transactions by when they were accepted (UTC days, both included), as CSV or with --json: all of the given days, or a thousand without any.',
  words: {},
  options: {
    merchant: optional(text('<client_key>')),
    from: optional(day),
    to: optional(day),
    limit: optional(wholeNumber({ least: 1 })),
  },
  json: z.array(Line),
  async run(deps: CommandDeps, { options }) {
    const merchant = options.merchant === undefined ? undefined : await merchantNamed(deps, options.merchant)
    const { from = null, to = null } = options
    const limit = options.limit ?? (from === null && to === null ? LIMIT : null)
    const transactions = await transactionsBetween(deps.query, {
      merchantId: merchant?.id ?? null,
      from,
      before: to && dayAfter(to),
      most: limit && limit + 1,
    })
    const data = transactions.slice(0, limit ?? transactions.length).map(lineOf)
    const note =
      data.length === transactions.length
        ? undefined
        : `These are the first ${limit}. There are more: name days with --from and --to, or a higher --limit.`
    return { text: csv(Object.keys(Line.shape), data), data, note }
  },
})

function lineOf(transaction: Transaction): z.infer<typeof Line> {
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
    card: transaction.means.mask,
    acquirer: transaction.acquirer,
    decline_reason: transaction.state === 'declined' ? transaction.reason : null,
    wallet: transaction.means.wallet,
  }
}
