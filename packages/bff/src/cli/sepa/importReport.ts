import { importStatusReport, type Noted } from '@cambio/exchange/operator/bank/importStatusReport.ts'
import type { StatusReport } from '@cambio/exchange/payin/transfer/statement/StatusReport.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { mismatchWarnings } from './mismatchWarnings.ts'
import { rejectedAdvice } from './rejectedAdvice.ts'

/**
 * Imports a bank's report on payments that were ordered from it. A rejection ends its payment; everything else is
 * recorded.
 * @param source.hash SHA-256 of the file
 * @param source.by who imports it
 */
export async function importReport(
  deps: CommandDeps,
  report: StatusReport,
  { hash, by }: { hash: string; by: string },
) {
  const taken = await importStatusReport(operatorDeps(deps), { report, hash, actor: by })
  const { known, unknown, rejected, rejectedBefore, noted } = taken
  const { unread } = report
  const warnings = await mismatchWarnings(
    deps,
    rejected.map(({ payment }) => payment.id),
  )
  const owed = rejected.filter(({ payment }) => payment.purpose.is === 'refund').length
  return {
    text: [
      `${[
        counted(rejected.length, 'payment is rejected', 'payments are rejected'),
        counted(rejectedBefore, 'was rejected before', 'were rejected before'),
        counted(noted.length, 'status changes nothing', 'statuses change nothing'),
      ].join(', ')}.`,
      ...rejected.map(({ payment, reason }) => `${rejectedAdvice(payment)}\n  Your bank says: ${reason}.`),
      ...warnings,
      ...noted.map(
        ({ paymentId, fileId, status, why }) =>
          `${paymentId ?? `All of ${fileId ?? 'an unnamed file'}`}: ${status}. ${whyText(why)}.`,
      ),
      ...unread.map(({ place, reason }) => `Not read: ${place}. ${reason}`),
    ].join('\n'),
    data: {
      entries: known + unknown + unread.length,
      matched: rejected.length,
      owed,
      seen_before: rejectedBefore,
      rejected: rejected.map(({ payment: { id, purpose }, reason }) => ({
        payment_id: id,
        client_order_id: purpose.is === 'settlement' ? null : purpose.orderId,
        reason,
      })),
      noted: noted.map(({ paymentId, fileId, status, why }) => ({
        payment_id: paymentId,
        file_id: fileId,
        status,
        why: whyText(why),
      })),
      unread: [...unread],
    },
    failed: unread.length > 0 || noted.some(({ isOdd }) => isOdd),
  }
}

function whyText(why: Noted['why']): string {
  switch (why.code) {
    case 'accepted':
      return 'Only a statement shows that it left'
    case 'unknown':
      return 'The exchange has ordered no such payment'
    case 'has_left':
      return 'A statement shows that it left: the statement of its return ends it'
    case 'has_returned':
      return 'A statement shows that it was returned'
    case 'not_exported':
      return 'No payment file contains it'
    case 'in_another_file':
      return `It was in another file, ${why.fileId}: run “sepa reject” if it was not made`
  }
}
