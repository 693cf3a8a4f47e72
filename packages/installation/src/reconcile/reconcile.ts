import { signed } from '@cambio/bff/cli/signed.ts'
import { unknownTransactions } from '@cambio/bff/store/read/chain/unknownTransactions.ts'
import { optional, wholeNumber } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import type { Database, Query } from '@cambio/server/postgres/Database.ts'
import * as z from 'zod/mini'
import { differingPayments } from '../backup/comparePlatform.ts'
import type { InstallationDeps } from '../InstallationDeps.ts'
import { onOwned, type Owned } from '../Owned.ts'
import { programsOf, readSettings, type Settings } from '../Program.ts'
import { onDatabase } from './onDatabase.ts'

const Transaction = z.object({
  txid: z.string(),
  nonce: z.int(),
  to: z.nullable(z.string()),
  amount: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  /** Orders that wait for exactly this amount, and would be paid again. */
  waiting_orders: z.array(z.string()),
  /** Orders that wait to pay another amount to the same address. */
  other_orders: z.array(z.string()),
})
const Payment = z.object({
  payment_id: z.string(),
  /** Whether one of our orders asked for it. */
  known: z.boolean(),
  /** What the platform has above the books. */
  difference: z.string(),
  currency: z.string(),
})

/** Lists outside payments that are not in the books. */
export const reconcile = command({
  name: 'reconcile',
  summary: [
    'Lists what happened outside and is not in the books, as after a restore: transactions that the wallet sent and that no',
    'pay-out here did, each with the orders that wait for just that and would be paid once more; and payments of which the',
    'card platform has other amounts than the books. “adopt” and “chain adopt” take them in. --blocks says how many of the',
    'chain’s last blocks are read at most. It changes nothing. Exit code 1 where it lists anything.',
  ].join('\n'),
  words: {},
  options: { blocks: optional(wholeNumber({ least: 1 })) },
  json: z.object({
    agrees: z.boolean(),
    transactions: z.array(Transaction),
    /** How many of our transactions are missing in the blocks that were read. */
    missing: z.number(),
    payments: z.array(Payment),
  }),
  async run(deps: InstallationDeps, { options: { blocks } }) {
    const settings = readSettings(deps.variables)
    const { progress } = deps
    return onOwned({ programs: programsOf(settings), make: false, progress }, async (databases) => {
      const of = (wanted: Owned['name']) => databases.find(({ name }) => name === wanted)
      const [exchange, cards] = [of('exchange'), of('cards')]
      if (exchange === undefined)
        throw new CallRefused(
          'There is no exchange: set DATABASE_URL to its database, or DATA_DIR to its folder.',
        )
      const { transactions, missing, payments } = await onDatabase(exchange, async (database) => ({
        ...(await sentElsewhere(database.query, settings, blocks)),
        payments: cards ? await paymentsElsewhere(database, cards, settings) : [],
      }))
      const agrees = transactions.length === 0 && missing === 0 && payments.length === 0
      const lines = [
        ...transactions.map(transactionLine),
        ...(missing === 0
          ? []
          : [`chain     ${missing} more, sent before the last blocks: read more of them with --blocks.`]),
        ...payments.map(paymentLine),
        ...(cards ? [] : ['The card platform was not compared: CARDS_DATABASE_URL is not set.']),
        agrees
          ? 'Nothing outside is missing in the books.'
          : 'This is not in the books: see the guide under Restoring.',
      ]
      return { text: lines.join('\n'), data: { agrees, transactions, missing, payments }, failed: !agrees }
    })
  },
})

async function sentElsewhere(
  query: Query,
  { exchange: { CHAIN_URL } }: Settings,
  blocks: number | undefined,
): Promise<{ transactions: z.infer<typeof Transaction>[]; missing: number }> {
  const unknown = await unknownTransactions(query, { chainUrl: CHAIN_URL, blocks }).catch(() => undefined)
  if (unknown === undefined) throw new CallRefused('The node does not tell the last blocks: is it running?')
  const transactions = unknown.transactions.map(({ txid, nonce, to, amount, waiting }) => ({
    txid,
    nonce,
    to,
    amount: amount && signed(amount),
    currency: amount && amount.currency,
    waiting_orders: waiting.filter(({ isExact }) => isExact).map(({ id }) => id),
    other_orders: waiting.filter(({ isExact }) => !isExact).map(({ id }) => id),
  }))
  return { transactions, missing: unknown.missing }
}

async function paymentsElsewhere(
  exchange: Database,
  cards: Owned,
  settings: Settings,
): Promise<z.infer<typeof Payment>[]> {
  const merchantId = settings.exchange.MERCHANT_KEY
  const { wrong } = await onDatabase(cards, (platform) =>
    differingPayments({ exchange, cards: platform, merchantId }),
  )
  return wrong.map(({ id, isKnown, difference }) => ({
    payment_id: id,
    known: isKnown,
    difference: signed(difference),
    currency: difference.currency,
  }))
}

function transactionLine(transaction: z.infer<typeof Transaction>): string {
  const { txid, nonce, to, amount, currency, waiting_orders: waiting, other_orders: others } = transaction
  const paid = amount === null || to === null ? 'calls a contract' : `pays ${amount} ${currency} to ${to}`
  const what =
    waiting.length > 0
      ? `WOULD BE PAID AGAIN by ${waiting.join(', ')}: “chain adopt ${waiting.join('|')} ${txid}”`
      : others.length > 0
        ? `may have paid ${others.join(', ')}, which would pay another amount to the same address`
        : 'no order waits for it, and “chain release” books it'
  return `chain     ${txid} (nonce ${nonce}) ${paid}: ${what}`
}

function paymentLine({ payment_id: id, known, difference, currency }: z.infer<typeof Payment>): string {
  const what = known ? 'is not as the books have it' : 'is of no order here that asked for it'
  return `platform  ${id} ${what}, ${difference} ${currency} above them: “adopt ${id}”`
}
