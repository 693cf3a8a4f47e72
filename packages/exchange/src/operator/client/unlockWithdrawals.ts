import { act, type By, type DoneAct, type OperatorDeps, type Outcome } from '../act.ts'
import type { PartnerWrites } from '../partner/PartnerWrites.ts'

/** The client's withdrawals are not locked. Nothing was written. */
export type NotLocked = { readonly is: 'refused'; readonly code: 'not_locked' }

/** Ends a withdrawal lock caused by wrong codes before it expires. */
export function unlockWithdrawals(
  deps: OperatorDeps<{ readonly partnerWrites: PartnerWrites }>,
  { partnerId, clientId, ...by }: By & { readonly partnerId: string; readonly clientId: string },
): Promise<Outcome<null, NotLocked>> {
  return act(deps, by, async ({ partnerWrites }): Promise<DoneAct<null> | NotLocked> => {
    if (!(await partnerWrites.unlockWithdrawals(partnerId, clientId)))
      return { is: 'refused', code: 'not_locked' }
    const about = { is: 'partner', partnerId, detail: { client_id: clientId } } as const
    return { is: 'done', done: null, act: 'unlock_withdrawals', about }
  })
}
