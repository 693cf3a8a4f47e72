import type { Rejected } from '@cambio/exchange/payin/transfer/statement/rejectPayment.ts'
import type { BankPayment } from '@cambio/exchange/payin/transfer/statement/StatementStore.ts'
import { paymentsInFiles } from '@cambio/rails/sepa/BankPayments.ts'
import type { PaymentStatus, StatusReport } from '@cambio/rails/sepa/StatusReport.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import { keepStatuses, rejectInStore } from '../store/rejections.ts'
import type { CommandDeps } from './CommandDeps.ts'
import { leftUnfitAs } from './leftUnfitAs.ts'
import { rejectedAdvice } from './rejectedAdvice.ts'

type Rejection = { readonly payment: BankPayment; readonly reason: string }
/** A status that changed nothing, and why. */
type Noted = {
  readonly payment_id: string | null
  readonly file_id: string | null
  readonly status: string
  readonly why: string
  /** Whether it is about a payment that we do not know, or that stands otherwise. */
  readonly isOdd: boolean
}

/**
 * Takes what a bank says of payments that it was asked for. A rejection ends its payment; everything else is noted.
 * @param source.hash SHA-256 of the file
 * @param source.by who brought it in
 */
export async function importReport(
  deps: CommandDeps,
  { kind, statuses, unread }: StatusReport,
  { hash, by }: { hash: string; by: string },
) {
  const rejected: Rejection[] = []
  const noted: Noted[] = []
  const accepted: { id: string; code: string }[] = []
  let seenBefore = 0
  const { known, unknown } = await matched(deps, statuses)
  for (const [id, status] of known) {
    const { code, isRejection, fileId } = status
    const reason = [code, ...(status.reason === null ? [] : [status.reason])].join(', ')
    const note = { payment_id: id, file_id: fileId, status: reason }
    if (!isRejection) {
      accepted.push({ id, code })
      noted.push({ ...note, why: 'Only a statement says that it left', isOdd: false })
      continue
    }
    const answer = await rejectInStore(deps, { id, reason: `${reason} (${kind}, SHA-256 ${hash})`, by })
    if (answer.is === 'rejected') rejected.push({ payment: answer.payment, reason })
    else if (answer.is === 'rejected_before') seenBefore += 1
    else noted.push({ ...note, why: whyUnchanged(answer.is), isOdd: true })
  }
  noted.push(...unknown)
  await keepStatuses(deps.query, accepted)
  const warnings = await leftUnfitAs(
    deps,
    rejected.map(({ payment }) => payment.id),
  )
  const owed = rejected.filter(({ payment }) => payment.purpose.is === 'refund').length
  return {
    text: [
      `${[
        counted(rejected.length, 'payment is rejected', 'payments are rejected'),
        counted(seenBefore, 'was rejected before', 'were rejected before'),
        counted(noted.length, 'status changes nothing', 'statuses change nothing'),
      ].join(', ')}.`,
      ...rejected.map(({ payment, reason }) => `${rejectedAdvice(payment)}\n  Your bank says: ${reason}.`),
      ...warnings,
      ...noted.map(
        ({ payment_id, file_id, status, why }) =>
          `${payment_id ?? `All of ${file_id ?? 'an unnamed file'}`}: ${status}. ${why}.`,
      ),
      ...unread.map(({ place, reason }) => `Not read: ${place}. ${reason}`),
    ].join('\n'),
    data: {
      entries: known.length + unknown.length + unread.length,
      matched: rejected.length,
      owed,
      seen_before: seenBefore,
      rejected: rejected.map(({ payment: { id, purpose }, reason }) => ({
        payment_id: id,
        client_order_id: purpose.is === 'settlement' ? null : purpose.orderId,
        reason,
      })),
      noted: noted.map(({ payment_id, file_id, status, why }) => ({ payment_id, file_id, status, why })),
      unread: [...unread],
    },
    failed: unread.length > 0 || noted.some(({ isOdd }) => isOdd),
  }
}

/** The payments that statuses are about, each with the one that holds for it, and the statuses of no payment of ours. */
async function matched(
  { query }: CommandDeps,
  statuses: readonly PaymentStatus[],
): Promise<{ known: [string, PaymentStatus][]; unknown: Noted[] }> {
  const ids = statuses.flatMap(({ endToEndId }) => endToEndId ?? [])
  const files = statuses.flatMap(({ fileId }) => fileId ?? [])
  const payments = await paymentsInFiles(query, { ids, files })
  const fileOf = new Map(payments.map(({ id, fileId }) => [id, fileId]))
  const known = new Map<string, PaymentStatus>()
  const unknown: Noted[] = []
  for (const status of statuses.toSorted(wholeFilesFirst)) {
    const { endToEndId, fileId, code } = status
    const about =
      endToEndId === null ? payments.filter((each) => each.fileId === fileId) : [{ id: endToEndId }]
    const ours = about.filter(({ id }) => fileOf.has(id) && (fileId === null || fileOf.get(id) === fileId))
    for (const { id } of ours) known.set(id, status)
    if (ours.length === 0)
      unknown.push({
        payment_id: endToEndId,
        file_id: fileId,
        status: code,
        why: whyNotOurs(endToEndId === null ? undefined : fileOf.get(endToEndId)),
        isOdd: status.isRejection,
      })
  }
  return { known: [...known], unknown }
}

/** What is said of one payment holds before what is said of all. */
function wholeFilesFirst(one: PaymentStatus, other: PaymentStatus): number {
  return Number(one.endToEndId !== null) - Number(other.endToEndId !== null)
}

function whyNotOurs(fileOfPayment: string | null | undefined): string {
  if (fileOfPayment === undefined) return 'Your exchange has ordered no such payment'
  return fileOfPayment === null
    ? 'No payment file has had it'
    : `It was in another file, ${fileOfPayment}: “sepa reject” says by hand that it was not made`
}

function whyUnchanged(is: Exclude<Rejected['is'], 'rejected' | 'rejected_before'>): string {
  switch (is) {
    case 'unknown':
      return 'Your exchange has ordered no such payment'
    case 'has_left':
      return 'A statement says that it left: the statement of its return ends it'
    case 'has_returned':
      return 'A statement says that it came back'
    case 'not_exported':
      return 'No payment file has had it'
  }
}
