import { day, required, text } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { csv } from '@cambio/server/csv.ts'
import * as z from 'zod/mini'
import { writeAmount } from '../protocol/amount.ts'
import { settlementOf, type Settlement } from '../store/read/settlementOf.ts'
import type { CommandDeps } from './CommandDeps.ts'
import { dayAfter } from './dayAfter.ts'
import { merchantNamed } from './merchant/merchantNamed.ts'

/** What a merchant is owed for one day in one currency. */
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

export const settlementReport = command({
  name: 'settlement report',
  summary:
    'What a merchant is owed for one UTC day, a line for each currency, checked against the ledger; CSV or --json.',
  words: {},
  options: { merchant: required(text('<client_key>')), day: required(day) },
  json: z.array(Line),
  async run(deps: CommandDeps, { options: { merchant, day: start } }) {
    const { id } = await merchantNamed(deps, merchant)
    const settlements = await settlementOf(deps.query, {
      merchantId: id,
      from: start,
      before: dayAfter(start),
    })
    const data = settlements.map((settlement) => lineOf(settlement, id, start))
    const wrong = data.filter(({ net, ledger }) => net !== ledger)
    const warning = wrong.map(
      ({ currency, net, ledger }) =>
        `\nThe ${currency} payments sum to ${net} and the ledger to ${ledger}: pay nothing out before this is explained.`,
    )
    return { text: csv(Object.keys(Line.shape), data) + warning.join(''), data, failed: wrong.length > 0 }
  },
})

function lineOf(settlement: Settlement, client_key: string, start: Date): z.infer<typeof Line> {
  const { currency, captures, captured, refunds, refunded, chargebacks, chargedBack, ledger } = settlement
  const amount = (units: bigint) => writeAmount({ units, currency })
  return {
    day: start.toISOString().slice(0, 10),
    client_key,
    currency,
    captures: Number(captures),
    captured: amount(captured),
    refunds: Number(refunds),
    refunded: amount(refunded),
    chargebacks: Number(chargebacks),
    charged_back: amount(chargedBack),
    net: amount(captured - refunded - chargedBack),
    ledger: amount(ledger),
  }
}
