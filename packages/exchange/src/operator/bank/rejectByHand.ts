import {
  rejectPayment,
  type Rejected,
  type RejectionStore,
} from '../../payin/transfer/statement/rejectPayment.ts'
import type { BankPayment } from '../../payin/transfer/statement/StatementStore.ts'
import type { Random } from '../../Random.ts'
import { act, type By, type DoneAct, type OperatorDeps, type Outcome, type Subject } from '../act.ts'

type Parts = { readonly rejections: RejectionStore; readonly random: Random; readonly now: () => Date }

/** Why a payment is not rejected. Nothing was written. */
export type RejectRefusal = {
  readonly is: 'refused'
  readonly code: Exclude<Rejected['is'], 'rejected'>
}

/** Rejects a payment that the bank, not by a file, said it did not make and never will. */
export function rejectByHand(
  deps: OperatorDeps<Parts>,
  { paymentId: id, ...by }: By & { readonly paymentId: string },
): Promise<Outcome<BankPayment, RejectRefusal>> {
  return act(deps, by, async (parts): Promise<DoneAct<BankPayment> | RejectRefusal> => {
    const rejected = await rejectPayment(parts, parts.rejections, { id, reason: by.reason, by: by.actor })
    if (rejected.is !== 'rejected') return { is: 'refused', code: rejected.is }
    const { payment } = rejected
    return { is: 'done', done: payment, act: `sepa reject ${id}`, about: subjectOf(payment) }
  })
}

function subjectOf({ id, purpose }: BankPayment): Subject {
  return purpose.is === 'settlement'
    ? { is: 'partner', partnerId: purpose.partnerId, detail: { payment: id } }
    : { is: 'order', orderId: purpose.orderId }
}
