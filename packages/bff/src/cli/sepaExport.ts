import { writeFile } from 'node:fs/promises'
import { isPaused } from '@cambio/exchange/catalogue/PayoutRules.ts'
import { isStopped, mayPayOut, type Order } from '@cambio/exchange/order/Order.ts'
import { transfersOf } from '@cambio/exchange/payin/Payin.ts'
import {
  callOffPayment,
  duePayments,
  paymentsOf,
  takeDue,
  type DuePayment,
} from '@cambio/rails/sepa/BankPayments.ts'
import { objectionToPayment } from '@cambio/rails/sepa/objectionToPayment.ts'
import { paymentFile } from '@cambio/rails/sepa/paymentFile.ts'
import { optional, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import * as z from 'zod/mini'
import { readSnapshot } from '../store/catalogue.ts'
import { orderStore } from '../store/orders.ts'
import { rejectInStore } from '../store/rejections.ts'
import { UNFIT_LINES } from '../store/unfitLines.ts'
import { actorOption } from './actArguments.ts'
import type { CommandDeps } from './CommandDeps.ts'
import { rejectedAdvice } from './rejectedAdvice.ts'

const LeftOutPayment = z.object({
  payment_id: z.string(),
  client_order_id: z.nullable(z.string()),
  iban: z.string(),
  reason: z.string(),
})

/** How the operator has the bank pay what is due. */
export const sepaExport = command({
  name: 'sepa export',
  summary: [
    'Writes what is due by bank transfer into a pain.001 file for your bank, or to standard output where none is named.',
    'Each payment is in one file alone, and a file that is there already is not written over.',
    'What is for an order that was stopped waits until you have looked at it: “owed list” shows those.',
    'What has left is known when the bank’s statement is imported.',
    'What your bank could not make, to an account that SEPA does not reach for instance, spoils no file: it is left out and',
    'named, and what it was for waits for you.',
    'A file that was lost is written again by its id: never give a bank both.',
  ].join('\n'),
  words: {
    file: optional(text('[pain.001 file]')),
  },
  options: { again: optional(text('<file id>')), actor: actorOption },
  json: z.object({
    file_id: z.nullable(z.string()),
    payments: z.number(),
    /** Payments that are due and wait for the operator, with their order or since money may have left for them before. */
    waiting: z.number(),
    /** Payments that no bank could make, which are rejected therefore and in no file. Left out where there are none. */
    left_out: z.optional(z.array(LeftOutPayment)),
    /** The pain.001 itself, where no file was named. */
    document: z.optional(z.string()),
  }),
  async run(deps: CommandDeps, { words: { file }, options: { again, actor = deps.operator } }) {
    await checkNotPaused(deps)
    const batch = again === undefined ? await due(deps, actor) : await written(deps, again)
    const { id, payments, inDoubt, leftOut } = batch
    const waiting = batch.waiting + inDoubt
    const note = [
      waitingText(batch.waiting),
      doubtText(inDoubt),
      ...leftOut.map(({ text }) => `\n${text}`),
    ].join('')
    const left_out = leftOut.length === 0 ? undefined : leftOut.map(({ leftOut: one }) => one)
    if (payments.length === 0)
      return {
        text: '',
        note: `No payment is due; nothing was written.${note}`,
        data: { file_id: null, payments: 0, waiting, ...(left_out && { left_out }) },
      }
    const document = paymentFile(deps.bankAccount, batch)
    const count = payments.length === 1 ? 'one payment' : `${payments.length} payments`
    const contents = `${count}. Its id is ${id}.${note}`
    const data = { file_id: id, payments: payments.length, waiting, ...(left_out && { left_out }) }
    if (file === undefined)
      return { text: document, note: `The file has ${contents}`, data: { ...data, document } }
    await writeFile(file, document, { flag: 'wx', mode: 0o600 }).catch(() => {
      throw new CallRefused(
        `The file ${file} could not be written. Its payments are kept: write them with --again ${id}.`,
      )
    })
    return { text: `${file} has ${contents}`, data }
  },
})

/** @throws CallRefused while the operator has paused what leaves in EUR */
async function checkNotPaused({ query, now, mode }: CommandDeps): Promise<void> {
  const { payouts } = await readSnapshot(query, { at: now(), mode })
  if (!isPaused(payouts, 'EUR')) return
  throw new CallRefused(
    'Pay-outs in EUR are paused, and no file was written: “payout continue” lets them go on.',
  )
}

function waitingText(waiting: number): string {
  if (waiting === 0) return ''
  const [count, whose] =
    waiting === 1 ? ['1 payment waits', 'its order was'] : [`${waiting} payments wait`, 'their orders were']
  return ` ${count}, since ${whose} stopped: “owed list” shows why.`
}

function doubtText(inDoubt: number): string {
  if (inDoubt === 0) return ''
  const waits = counted(inDoubt, 'payment waits', 'payments wait')
  return ` ${waits}, since money left by a payment before that your bank had rejected: “owed list” names it, and “owed settle” says that it is cleared up.`
}

/** Says the file's id before its payments are taken: a call that is cut off after that leaves nothing else to find them by. */
async function due(deps: CommandDeps, by: string) {
  const { query, random, now, progress } = deps
  const file = { id: `CAMBIO-${random.pick('0123456789ABCDEF', 20)}`, at: now() }
  const { leaving, waiting, inDoubt, unfit } = await sorted(deps)
  const leftOut: LeftOut[] = []
  for (const each of unfit) leftOut.push(...(await leaveOut(deps, each, by)))
  if (leaving.length > 0)
    progress?.(`What is due goes into ${file.id}. If this call is cut off, write it with --again ${file.id}.`)
  return { ...file, payments: await takeDue(query, { ...file, by }, leaving), waiting, inDoubt, leftOut }
}

type Purpose = Pick<DuePayment, 'orderId' | 'transferNumber'>

/** What money left for by a payment that the bank had rejected, and that nobody has cleared up: it must not leave once more. */
async function purposesInDoubt(query: Query): Promise<ReadonlySet<string>> {
  const rows = await query<{ order_id: string; transfer_number: number | null }>({
    name: 'cli_sepa_in_doubt',
    text: `
      select p.order_id, p.transfer_number ${UNFIT_LINES} and p.state = 'rejected' and p.order_id is not null`,
    values: [],
  })
  return new Set(
    rows.map((row) => purposeKey({ orderId: row.order_id, transferNumber: row.transfer_number })),
  )
}

function purposeKey({ orderId, transferNumber }: Purpose): string {
  return `${orderId} ${transferNumber ?? 'payout'}`
}

/** A payment that no bank could make. */
type Unfit = { readonly payment: DuePayment; readonly reason: string }

type Sorted = {
  readonly leaving: readonly string[]
  readonly unfit: readonly Unfit[]
  /** How many wait for the operator, since their order was stopped. */
  readonly waiting: number
  /** How many wait since money left by a payment before them that the bank had rejected. */
  readonly inDoubt: number
}

/** What became of such a payment, with what the operator reads of it. */
type LeftOut = { readonly leftOut: z.infer<typeof LeftOutPayment>; readonly text: string }

/**
 * Tells the payments that leave from those that do not. Days may pass between the order of a payment and its file: a card
 * holder's bank may have taken the money back meanwhile, or the operator may have settled the order by hand.
 */
async function sorted(deps: CommandDeps): Promise<Sorted> {
  const orders = orderStore(deps)
  const doubtful = await purposesInDoubt(deps.query)
  const leaving: string[] = []
  const unfit: Unfit[] = []
  let waiting = 0
  let inDoubt = 0
  for (const payment of await duePayments(deps.query)) {
    const order = payment.orderId === null ? null : await orders.find(payment.orderId)
    if (order && isStopped(order)) waiting += 1
    else if (!order || isWanted(order, payment)) {
      const reason = objectionToPayment(payment)
      if (reason !== undefined) unfit.push({ payment, reason })
      else if (doubtful.has(purposeKey(payment))) inDoubt += 1
      else leaving.push(payment.id)
    } else if (payment.transferNumber === null) await callOff(deps, order, payment.id)
  }
  return { leaving, waiting, inDoubt, unfit }
}

/**
 * Ends a payment that a bank would refuse, so that it does not wait in the next files for good. None where another call
 * was first.
 */
async function leaveOut(deps: CommandDeps, { payment, reason }: Unfit, by: string): Promise<LeftOut[]> {
  const { id, orderId, iban } = payment
  const answer = await rejectInStore(deps, { id, reason, by, isUnasked: true })
  if (answer.is !== 'rejected') return []
  const text = `Left out: ${id}, to ${iban}. ${reason}\n${rejectedAdvice(answer.payment)}`
  return [{ leftOut: { payment_id: id, client_order_id: orderId, iban, reason }, text }]
}

/** Nothing pays for the pay-out any more: its order, which would wait for the bank's word for good, learns that it is off. */
async function callOff({ query, now }: CommandDeps, order: Order, id: string): Promise<void> {
  const { quote, destination } = order
  const payment = { id, orderId: order.id, amount: quote.payout, iban: destination.address, at: now() }
  await callOffPayment(query, payment)
}

/** Whether an order would still have a payment made. */
function isWanted(order: Order, { transferNumber }: DuePayment): boolean {
  if (transferNumber === null) return mayPayOut(order)
  return transfersOf(order.payin).some(
    ({ number, state }) => number === transferNumber && state === 'returning',
  )
}

async function written({ query }: CommandDeps, id: string) {
  const file = await paymentsOf(query, id)
  if (!file) throw new CallRefused(`There is no file ${id}.`)
  if (file.payments.length === 0)
    throw new CallRefused(
      `Your bank has rejected all payments of ${id}: written again, they would be made beside those that took their place.`,
    )
  return { id, ...file, waiting: 0, inDoubt: 0, leftOut: [] }
}
