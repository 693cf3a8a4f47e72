import type { Snapshot } from '../../catalogue/Catalogue.ts'
import { isPaused } from '../../catalogue/PayoutRules.ts'
import { isStopped, mayPayOut, type Order } from '../../order/Order.ts'
import type { OrderStore } from '../../order/OrderStore.ts'
import { isReturning } from '../../payin/transfer/isReturning.ts'
import type { DuePayment, OrderedPayment } from '../../payin/transfer/statement/OrderedPayment.ts'
import { rejectPayment, type RejectionStore } from '../../payin/transfer/statement/rejectPayment.ts'
import type { BankPayment } from '../../payin/transfer/statement/StatementStore.ts'
import type { PayoutRecall } from '../../payout/PayoutRecall.ts'
import type { Random } from '../../Random.ts'
import { act, type DoneAct, type OperatorDeps, type Outcome, type ByOptionalReason } from '../act.ts'
import type { PaymentFiles, Purpose } from './PaymentFiles.ts'

type Parts = {
  readonly orders: Pick<OrderStore, 'find'>
  readonly paymentFiles: PaymentFiles
  readonly recalls: readonly PayoutRecall[]
  readonly rejections: RejectionStore
  readonly readCatalogue: () => Promise<Pick<Snapshot, 'payouts'>>
  readonly random: Random
  readonly now: () => Date
}

/** A payment file's contents. */
export type PaymentFile = {
  readonly id: string
  readonly at: Date
  readonly payments: readonly OrderedPayment[]
}

/** A payment that no bank could make: it is rejected, and its order waits for the operator. */
export type LeftOut = {
  readonly due: DuePayment
  readonly payment: BankPayment
  readonly reason: string
}

/** How many due payments wait for the operator. */
export type Waiting = {
  /** Their order was stopped. */
  readonly stopped: number
  /** An earlier payment for the same purpose left although the bank had rejected it. */
  readonly inDoubt: number
}

/** What went into the file, if anything, and what did not. */
export type Exported = {
  readonly file: PaymentFile
  readonly leftOut: readonly LeftOut[]
  readonly waiting: Waiting
}

/** Why no file is written. Nothing was changed. */
export type ExportRefusal = ExportPaused | NothingDue

/** The operator has paused pay-outs in EUR. */
export type ExportPaused = { readonly is: 'refused'; readonly code: 'paused' }

/** No due payment can leave. */
type NothingDue = { readonly is: 'refused'; readonly code: 'nothing_due'; readonly waiting: Waiting }

/**
 * Puts the due bank transfers into one payment file. Days may pass before a requested payment gets its file: one that
 * its order no longer needs is called off, and one that no bank could make is rejected.
 * @param input.beforeTaking receives the file's id, by which its payments are found if the call is interrupted later
 */
export function exportPayments(
  deps: OperatorDeps<Parts>,
  { beforeTaking, ...by }: ByOptionalReason & { readonly beforeTaking: (fileId: string) => void },
): Promise<Outcome<Exported, ExportRefusal>> {
  return act(deps, by, async (parts): Promise<DoneAct<Exported> | ExportRefusal> => {
    if (await isExportPaused(parts)) return { is: 'refused', code: 'paused' }
    const file = { id: `CAMBIO-${parts.random.pick('0123456789ABCDEF', 20)}`, at: parts.now() }
    const { leaving, mismatched, unwanted, waiting } = await sorted(parts)
    if (leaving.length + mismatched.length + unwanted.length === 0)
      return { is: 'refused', code: 'nothing_due', waiting }
    for (const { order, due } of unwanted) await callOff(parts, order, due)
    const leftOut: LeftOut[] = []
    for (const each of mismatched) leftOut.push(...(await leaveOut(parts, each, by.actor)))
    if (leaving.length > 0) beforeTaking(file.id)
    const payments = await parts.paymentFiles.take({ ...file, by: by.actor }, leaving)
    const detail = { file: file.id, payments: payments.length, left_out: leftOut.map(({ due }) => due.id) }
    const done = { file: { ...file, payments }, leftOut, waiting }
    return { is: 'done', done, act: 'sepa export', about: { is: 'exchange', detail } }
  })
}

/** Whether no payment file may be given to the bank now. */
export async function isExportPaused({ readCatalogue }: Pick<Parts, 'readCatalogue'>): Promise<boolean> {
  return isPaused((await readCatalogue()).payouts, 'EUR')
}

type Mismatched = { readonly due: DuePayment; readonly reason: string }
type Unwanted = { readonly order: Order; readonly due: DuePayment }
type Sorted = {
  /** The ids of the payments that leave. */
  readonly leaving: readonly string[]
  readonly mismatched: readonly Mismatched[]
  readonly unwanted: readonly Unwanted[]
  readonly waiting: Waiting
}

/** Separates the payments that leave from those that do not. */
async function sorted({ orders, paymentFiles }: Parts): Promise<Sorted> {
  const doubtful = new Set((await paymentFiles.inDoubt()).map(purposeKey))
  const leaving: string[] = []
  const mismatched: Mismatched[] = []
  const unwanted: Unwanted[] = []
  let stopped = 0
  let inDoubt = 0
  for (const due of await paymentFiles.due()) {
    const order = due.orderId === null ? null : await orders.find(due.orderId)
    if (order && isStopped(order)) stopped += 1
    else if (!order || isWanted(order, due)) {
      const reason = paymentFiles.objectionTo(due)
      if (reason !== undefined) mismatched.push({ due, reason })
      else if (doubtful.has(purposeKey(due))) inDoubt += 1
      else leaving.push(due.id)
    } else if (due.transferNumber === null) unwanted.push({ order, due })
  }
  return { leaving, mismatched, unwanted, waiting: { stopped, inDoubt } }
}

function purposeKey({ orderId, transferNumber, iban }: Purpose): string {
  if (orderId === null) return `account ${iban}`
  return `${orderId} ${transferNumber ?? 'payout'}`
}

/** Whether an order still needs a payment. */
function isWanted(order: Order, { transferNumber }: DuePayment): boolean {
  if (transferNumber === null) return mayPayOut(order)
  return isReturning(order, transferNumber)
}

/** Calls off a pay-out that nothing pays for any more, since its order would wait for the bank's answer for ever. */
async function callOff({ recalls, now }: Parts, order: Order, { id: payoutId }: DuePayment): Promise<void> {
  const { id: orderId, quote, destination } = order
  const payment = { payoutId, orderId, amount: quote.payout, address: destination.address }
  const why = { reason: 'Nothing pays for it any more', at: now() }
  for (const recall of recalls) if (recall.group === quote.payoutGroup) await recall.callOff(payment, why)
}

/** Rejects a payment that a bank would refuse, so that it does not stay due for ever. */
async function leaveOut(parts: Parts, { due, reason }: Mismatched, by: string): Promise<LeftOut[]> {
  const rejection = { id: due.id, reason, by, isNeverExported: true }
  const rejected = await rejectPayment(parts, parts.rejections, rejection)
  return rejected.is === 'rejected' ? [{ due, payment: rejected.payment, reason }] : []
}
