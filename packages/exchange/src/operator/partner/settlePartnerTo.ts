import type { Partner } from '../../partner/Partner.ts'
import { act, type By, type DoneAct, type OperatorDeps } from '../act.ts'
import type { PartnerWrites } from './PartnerWrites.ts'

type Parts = { readonly partnerWrites: PartnerWrites }

/** Sets where the coins of a partner's merchant orders without an address go. Existing orders are not changed. */
export async function settlePartnerTo(
  deps: OperatorDeps<Parts>,
  {
    partnerId,
    settlement,
    ...by
  }: By & { readonly partnerId: string; readonly settlement: Partner['settlement'] },
): Promise<void> {
  await act<Parts, null, never>(deps, by, async ({ partnerWrites }): Promise<DoneAct<null>> => {
    await partnerWrites.settleTo(partnerId, settlement)
    return {
      is: 'done',
      done: null,
      act: 'settle',
      about: { is: 'partner', partnerId, detail: { settlement } },
    }
  })
}
