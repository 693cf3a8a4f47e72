import { act, type DoneAct, type OperatorDeps, type Outcome, type ByOptionalReason } from '../act.ts'
import { isExportPaused, type ExportPaused, type PaymentFile } from './exportPayments.ts'
import type { PaymentFiles } from './PaymentFiles.ts'

/** Why a file is not written again: pay-outs are paused, there is no such file, or its bank has rejected all of it. */
export type ExportAgainRefusal =
  | ExportPaused
  | { readonly is: 'refused'; readonly code: 'no_such_file' | 'all_rejected' }

type Parts = { readonly paymentFiles: PaymentFiles } & Parameters<typeof isExportPaused>[0]

/** Writes a lost payment file again, without the payments that its bank has rejected since. */
export function exportAgain(
  deps: OperatorDeps<Parts>,
  { fileId: id, ...by }: ByOptionalReason & { readonly fileId: string },
): Promise<Outcome<PaymentFile, ExportAgainRefusal>> {
  return act(deps, by, async (parts): Promise<DoneAct<PaymentFile> | ExportAgainRefusal> => {
    if (await isExportPaused(parts)) return { is: 'refused', code: 'paused' }
    const file = await parts.paymentFiles.ofFile(id)
    if (!file) return { is: 'refused', code: 'no_such_file' }
    const { at, payments } = file
    if (payments.length === 0) return { is: 'refused', code: 'all_rejected' }
    const detail = { file: id, payments: payments.length }
    const about = { is: 'exchange', detail } as const
    return { is: 'done', done: { id, at, payments }, act: 'sepa export again', about }
  })
}
