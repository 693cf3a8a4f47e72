import {
  rejectPayment,
  type Rejected,
  type RejectionStore,
} from '../../payin/transfer/statement/rejectPayment.ts'
import type { BankPayment } from '../../payin/transfer/statement/StatementStore.ts'
import type { PaymentStatus, StatusReport } from '../../payin/transfer/statement/StatusReport.ts'
import type { Random } from '../../Random.ts'
import { act, type DoneAct, type OperatorDeps } from '../act.ts'

/** Payments that are in files, in one transaction. */
export type ExportedPayments = {
  /** Finds payments by their ids and all payments of some files, each with its file. */
  inFiles(wanted: {
    readonly ids: readonly string[]
    readonly files: readonly string[]
  }): Promise<readonly { readonly id: string; readonly fileId: string | null }[]>
  /** Stores the bank's statuses of payments that it goes on with. */
  keepStatuses(statuses: readonly { readonly id: string; readonly code: string }[]): Promise<void>
}

type Parts = {
  readonly exportedPayments: ExportedPayments
  readonly rejections: RejectionStore
  readonly random: Random
  readonly now: () => Date
}

/** The result of a report. */
export type Reported = {
  /** How many of our payments it is about, and how many statuses match none. */
  readonly known: number
  readonly unknown: number
  readonly rejected: readonly { readonly payment: BankPayment; readonly reason: string }[]
  /** How many were rejected before. */
  readonly rejectedBefore: number
  readonly noted: readonly Noted[]
}

/** A status that changed nothing. */
export type Noted = {
  /** Null for all payments of a file. */
  readonly paymentId: string | null
  readonly fileId: string | null
  /** The bank's code, with its reason. */
  readonly status: string
  readonly why: NotedReason
  /** Whether it contradicts our records, or names a payment that we do not know. */
  readonly isOdd: boolean
}

/** Why a status changed nothing. */
export type NotedReason =
  /** The bank goes on with it: only a statement reports that it left. */
  | { readonly code: 'accepted' }
  | { readonly code: Exclude<Rejected['is'], 'rejected' | 'rejected_before'> }
  /** The payment is in another file than the bank names. */
  | { readonly code: 'in_another_file'; readonly fileId: string }

/**
 * Applies a bank's report on payments that it was asked for, all or nothing. A rejection ends its payment; any other
 * status is only noted.
 * @param input.hash SHA-256 of the file
 * @param input.actor who imported it
 */
export async function importStatusReport(
  deps: OperatorDeps<Parts>,
  { report, hash, actor }: { readonly report: StatusReport; readonly hash: string; readonly actor: string },
): Promise<Reported> {
  const by = { actor, reason: null }
  const outcome = await act<Parts, Reported, never>(deps, by, async (parts): Promise<DoneAct<Reported>> => {
    const { known, unknown } = await matched(parts.exportedPayments, report.statuses)
    const reported = await takeKnown(parts, known, {
      source: `${report.kind}, SHA-256 ${hash}`,
      by: actor,
    })
    const done = {
      ...reported,
      known: known.length,
      unknown: unknown.length,
      noted: [...reported.noted, ...unknown],
    }
    const detail = {
      sha256: hash,
      kind: report.kind,
      rejected: done.rejected.length,
      noted: done.noted.length,
      unread: report.unread.length,
    }
    return { is: 'done', done, act: REPORT_IMPORTED, about: { is: 'exchange', detail } }
  })
  return outcome.done
}

/** The name of the act that imports a report. */
export const REPORT_IMPORTED = 'sepa import'

type Known = readonly (readonly [id: string, status: PaymentStatus])[]

async function takeKnown(
  parts: Parts,
  known: Known,
  { source, by }: { readonly source: string; readonly by: string },
): Promise<Omit<Reported, 'known' | 'unknown'>> {
  const rejected: Reported['rejected'][number][] = []
  const noted: Noted[] = []
  let rejectedBefore = 0
  for (const [id, { code, isRejection, fileId, reason: said }] of known) {
    const reason = [code, ...(said === null ? [] : [said])].join(', ')
    const note = { paymentId: id, fileId, status: reason }
    if (!isRejection) {
      noted.push({ ...note, why: { code: 'accepted' }, isOdd: false })
      continue
    }
    const answer = await rejectPayment(parts, parts.rejections, { id, reason: `${reason} (${source})`, by })
    if (answer.is === 'rejected') rejected.push({ payment: answer.payment, reason })
    else if (answer.is === 'rejected_before') rejectedBefore += 1
    else noted.push({ ...note, why: { code: answer.is }, isOdd: true })
  }
  const accepted = known.flatMap(([id, { code, isRejection }]) => (isRejection ? [] : [{ id, code }]))
  await parts.exportedPayments.keepStatuses(accepted)
  return { rejected, rejectedBefore, noted }
}

/**
 * The payments that statuses are about, each with the status that applies to it, and the statuses that match no
 * payment.
 */
async function matched(
  exportedPayments: ExportedPayments,
  statuses: readonly PaymentStatus[],
): Promise<{ known: Known; unknown: Noted[] }> {
  const ids = statuses.flatMap(({ endToEndId }) => endToEndId ?? [])
  const files = statuses.flatMap(({ fileId }) => fileId ?? [])
  const payments = await exportedPayments.inFiles({ ids, files })
  const fileOf = new Map(payments.map(({ id, fileId }) => [id, fileId]))
  const known = new Map<string, PaymentStatus>()
  const unknown: Noted[] = []
  for (const status of statuses.toSorted(wholeFilesFirst)) {
    const { endToEndId, fileId, code, isRejection } = status
    const about =
      endToEndId === null ? payments.filter((each) => each.fileId === fileId) : [{ id: endToEndId }]
    const ours = about.filter(({ id }) => fileOf.has(id) && (fileId === null || fileOf.get(id) === fileId))
    for (const { id } of ours) known.set(id, status)
    if (ours.length > 0) continue
    const why = objectionToStatus(endToEndId === null ? undefined : fileOf.get(endToEndId))
    unknown.push({ paymentId: endToEndId, fileId, status: code, why, isOdd: isRejection })
  }
  return { known: [...known], unknown }
}

/** Sorts statuses of whole files first, so that one of a single payment takes precedence. */
function wholeFilesFirst(one: PaymentStatus, other: PaymentStatus): number {
  return Number(one.endToEndId !== null) - Number(other.endToEndId !== null)
}

function objectionToStatus(fileOfPayment: string | null | undefined): NotedReason {
  if (fileOfPayment === undefined) return { code: 'unknown' }
  return fileOfPayment === null
    ? { code: 'not_exported' }
    : { code: 'in_another_file', fileId: fileOfPayment }
}
