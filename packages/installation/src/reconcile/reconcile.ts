import { signed } from '@cambio/bff/cli/signed.ts'
import { ordersWaitingFor } from '@cambio/bff/store/read/ordersWaitingFor.ts'
import { chainClient } from '@cambio/rails/chain/chainClient.ts'
import { listWallets } from '@cambio/rails/chain/ChainWallet.ts'
import { unknownSent } from '@cambio/rails/chain/payout/unknownSent.ts'
import { optional, wholeNumber } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { openDatabase, type Query } from '@cambio/server/postgres/Database.ts'
import * as z from 'zod/mini'
import { differingPayments } from '../backup/comparePlatform.ts'
import type { InstallationDeps } from '../InstallationDeps.ts'
import { onOwned, type Owned } from '../Owned.ts'
import { programsOf, readSettings, type Settings } from '../Program.ts'

/** About three days of Ethereum’s. */
const BLOCKS = 20_000

const Transaction = z.object({
  txid: z.string(),
  nonce: z.int(),
  to: z.nullable(z.string()),
  amount: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  /** Orders that wait for just this, and would be paid once more. */
  waiting_orders: z.array(z.string()),
})
const Payment = z.object({
  payment_id: z.string(),
  /** Whether an order of ours asked for it. */
  known: z.boolean(),
})

/** Lists what happened outside and is not in the books. */
export const reconcile = command({
  name: 'reconcile',
  summary: [
    'Lists what happened outside and is not in the books, as after a restore: transactions that the wallet sent and that no',
    'pay-out here did, each with the orders that wait for just that and would be paid once more; and payments of which the',
    'card platform has other amounts than the books. --blocks says how many of the chain’s last blocks are read. It changes',
    'nothing. Exit code 1 where it lists anything.',
  ].join('\n'),
  words: {},
  options: { blocks: optional(wholeNumber({ least: 1 })) },
  json: z.object({ agrees: z.boolean(), transactions: z.array(Transaction), payments: z.array(Payment) }),
  async run(deps: InstallationDeps, { options: { blocks = BLOCKS } }) {
    const settings = readSettings(deps.variables)
    const { progress } = deps
    return onOwned({ programs: programsOf(settings), make: false, progress }, async (databases) => {
      const of = (wanted: Owned['name']) => databases.find(({ name }) => name === wanted)
      const [exchange, cards] = [of('exchange'), of('cards')]
      if (exchange === undefined)
        throw new CallRefused(
          'There is no exchange: set DATABASE_URL to its database, or DATA_DIR to its folder.',
        )
      const transactions = await onDatabase(exchange, (query) => sentElsewhere(query, settings, blocks))
      const payments = cards ? await paymentsElsewhere(exchange, cards, settings) : []
      const agrees = transactions.length === 0 && payments.length === 0
      const lines = [
        ...transactions.map(transactionLine),
        ...payments.map(paymentLine),
        ...(cards ? [] : ['The card platform was not compared: CARDS_DATABASE_URL is not set.']),
        agrees
          ? 'Nothing outside is missing in the books.'
          : 'This is not in the books: see the guide under Restoring.',
      ]
      return { text: lines.join('\n'), data: { agrees, transactions, payments }, failed: !agrees }
    })
  },
})

async function onDatabase<Result>(
  { url, schema }: Owned,
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase({ url, schema, max: 1 })
  try {
    return await work(database.query)
  } finally {
    await database.close()
  }
}

async function sentElsewhere(
  query: Query,
  { exchange: { CHAIN_URL } }: Settings,
  blocks: number,
): Promise<z.infer<typeof Transaction>[]> {
  const [wallet] = await listWallets(query)
  const url = wallet?.url ?? CHAIN_URL
  if (!wallet || url === undefined) return []
  const sent = await unknownSent({ query, client: chainClient(url) }, wallet, blocks).catch(() => undefined)
  if (sent === undefined) throw new CallRefused('The node does not tell the last blocks: is it running?')
  return Promise.all(
    sent.map(async ({ txid, nonce, to, amount }) => ({
      txid,
      nonce,
      to,
      amount: amount && signed(amount),
      currency: amount && amount.currency,
      waiting_orders: to !== null && amount ? [...(await ordersWaitingFor(query, { to, amount }))] : [],
    })),
  )
}

async function paymentsElsewhere(
  exchange: Owned,
  cards: Owned,
  settings: Settings,
): Promise<z.infer<typeof Payment>[]> {
  const merchantId = settings.exchange.MERCHANT_KEY
  const open = ({ url, schema }: Owned) => openDatabase({ url, schema, max: 1 })
  const [ours, theirs] = [open(exchange), open(cards)]
  try {
    const { wrong } = await differingPayments({ exchange: ours, cards: theirs, merchantId })
    return wrong.map(({ id, isKnown }) => ({ payment_id: id, known: isKnown }))
  } finally {
    await ours.close()
    await theirs.close()
  }
}

function transactionLine({
  txid,
  nonce,
  to,
  amount,
  currency,
  waiting_orders: orders,
}: z.infer<typeof Transaction>): string {
  const paid = amount === null || to === null ? 'calls a contract' : `pays ${amount} ${currency} to ${to}`
  const waiting =
    orders.length === 0 ? 'no order waits for it' : `WOULD BE PAID AGAIN by ${orders.join(', ')}`
  return `chain     ${txid} (nonce ${nonce}) ${paid}: ${waiting}`
}

function paymentLine({ payment_id: id, known }: z.infer<typeof Payment>): string {
  return `platform  ${id}: ${known ? 'has another amount than the books' : 'no order here asked for it'}`
}
