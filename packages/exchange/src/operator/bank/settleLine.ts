import type { Money } from '@cambio/wire/Money.ts'
import type { Journal } from '../../books/Journal.ts'
import { ownerlessSettled } from '../../payin/transfer/statement/ownerlessSettled.ts'
import { act, type By, type DoneAct, type OperatorDeps, type Outcome } from '../act.ts'
import type { BankLines } from './BankLines.ts'

type Parts = {
  readonly lines: BankLines
  readonly post: (journals: readonly Journal[]) => Promise<void>
}

/** What a line was about: money that was received and owed, or money that left and did not match its payment. */
type Settled = { readonly amount: Money; readonly wasOwed: boolean }

/** Why a line of a bank statement is not settled. Nothing was written. */
export type SettleRefusal =
  | { readonly is: 'refused'; readonly code: 'may_be_repeat' }
  | { readonly is: 'refused'; readonly code: 'nothing_owed' }

/** Records that the operator has settled by hand a bank line without an order. It moves no money. */
export function settleLine(
  deps: OperatorDeps<Parts>,
  { line, ...by }: By & { readonly line: string },
): Promise<Outcome<Settled, SettleRefusal>> {
  return act(deps, by, async ({ lines, post }): Promise<DoneAct<Settled> | SettleRefusal> => {
    const { mayRepeat } = await lines.lock(line)
    if (mayRepeat) return { is: 'refused', code: 'may_be_repeat' }
    const owed = await lines.owedFor(line)
    const amount = owed ?? (await lines.mismatched(line))
    if (!amount || !line.startsWith('bank:')) return { is: 'refused', code: 'nothing_owed' }
    // Money that left was booked by hand at its import.
    if (owed) await post([ownerlessSettled(line, owed)])
    const done = { amount, wasOwed: owed !== undefined }
    return { is: 'done', done, act: 'settle', about: { is: 'bank_line', line } }
  })
}
