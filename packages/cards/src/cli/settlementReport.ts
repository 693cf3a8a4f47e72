import { day, required, text } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { csv } from '@cambio/server/csv.ts'
import * as z from 'zod/mini'
import { writeAmount } from '../protocol/amount.ts'
import type { CommandDeps } from './CommandDeps.ts'
import { dayAfter } from './dayAfter.ts'
import { merchantNamed } from './merchant/merchantNamed.ts'

/** What a merchant is owed of one day in one currency. */
const Line = z.object({
  day: z.string(),
  client_key: z.string(),
  currency: z.string(),
  captures: z.number(),
  captured: z.string(),
  refunds: z.number(),
  refunded: z.string(),
  chargebacks: z.number(),
  charged_back: z.string(),
  net: z.string(),
  ledger: z.string(),
})

type Row = {
  currency: string
  captures: bigint
  captured: bigint
  refunds: bigint
  refunded: bigint
  chargebacks: bigint
  charged_back: bigint
  ledger: bigint
}

export const settlementReport = command({
  name: 'settlement report',
  summary:
    'What a merchant is owed for one UTC day, a line for each currency, checked against the ledger; CSV or --json.',
  words: {},
  options: { merchant: required(text('<client_key>')), day: required(day) },
  json: z.array(Line),
  async run(deps: CommandDeps, { options: { merchant, day: start } }) {
    const { id } = await merchantNamed(deps, merchant)
    const rows = await deps.query<Row>({
      name: 'settlement',
      text: SETTLEMENT,
      values: [id, start, dayAfter(start)],
    })
    const data = rows.map((row) => lineOf(row, id, start))
    const wrong = data.filter(({ net, ledger }) => net !== ledger)
    const warning = wrong.map(
      ({ currency, net, ledger }) =>
        `\nThe ${currency} payments sum to ${net} and the ledger to ${ledger}: pay nothing out before this is explained.`,
    )
    return { text: csv(Object.keys(Line.shape), data) + warning.join(''), data, failed: wrong.length > 0 }
  },
})

/**
 * Two independent sums: of the day's transactions, and of the day's postings to the merchant in the ledger. A currency
 * that only one of them has is a line, too.
 */
const SETTLEMENT = `
  with happened as (
    select t.currency, l.type, count(*) as times, sum(l.units) as units
    from transaction_log l join transaction t on t.id = l.transaction_id
    where t.merchant_id = $1 and l.at >= $2 and l.at < $3 and l.status = 'success'
      and l.type in ('CAPTURE', 'REFUND', 'CHARGEBACK', 'CHARGEBACK_REVERSAL')
    group by t.currency, l.type),
  booked as (
    select a.asset as currency, -sum(p.units) as units
    from account a
      join posting p on p.account_id = a.id and p.layer = 'posted'
      join journal j on j.id = p.journal_id
    where a.name = 'merchant:' || $1::uuid || ':payable' and j.posted_at >= $2 and j.posted_at < $3
    group by a.asset)
  select currency,
    coalesce(sum(times) filter (where type = 'CAPTURE'), 0)::int8 as captures,
    coalesce(sum(units) filter (where type = 'CAPTURE'), 0) as captured,
    coalesce(sum(times) filter (where type = 'REFUND'), 0)::int8 as refunds,
    coalesce(sum(units) filter (where type = 'REFUND'), 0) as refunded,
    coalesce(sum(times) filter (where type = 'CHARGEBACK'), 0)::int8 as chargebacks,
    coalesce(sum(units) filter (where type = 'CHARGEBACK'), 0)
      - coalesce(sum(units) filter (where type = 'CHARGEBACK_REVERSAL'), 0) as charged_back,
    coalesce((select b.units from booked b where b.currency = currencies.currency), 0) as ledger
  from (select currency from happened union select currency from booked) currencies left join happened using (currency)
  group by currency order by currency`

function lineOf(row: Row, client_key: string, start: Date): z.infer<typeof Line> {
  const amount = (units: bigint) => writeAmount({ units, currency: row.currency })
  return {
    day: start.toISOString().slice(0, 10),
    client_key,
    currency: row.currency,
    captures: Number(row.captures),
    captured: amount(row.captured),
    refunds: Number(row.refunds),
    refunded: amount(row.refunded),
    chargebacks: Number(row.chargebacks),
    charged_back: amount(row.charged_back),
    net: amount(row.captured - row.refunded - row.charged_back),
    ledger: amount(row.ledger),
  }
}
