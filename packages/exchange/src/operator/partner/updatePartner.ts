import type { Mode } from '../../payout/destination.ts'
import { act, type DoneAct, type OperatorDeps, type Outcome, type ByOptionalReason } from '../act.ts'
import type { NameTaken } from './createPartner.ts'
import type { PartnerChanges, PartnerWrites } from './PartnerWrites.ts'

type Parts = { readonly partnerWrites: PartnerWrites; readonly mode: Mode }

/** Why a partner is not changed. Nothing was written. */
export type UpdateRefusal =
  | NameTaken
  /** In live, accepting money from people who are not identified here needs a reason. */
  | { readonly is: 'refused'; readonly code: 'reason_needed' }

/** Changes a partner's settings. The former values are kept with the act. */
export function updatePartner(
  deps: OperatorDeps<Parts>,
  {
    partnerId,
    changes,
    ...by
  }: ByOptionalReason & { readonly partnerId: string; readonly changes: PartnerChanges },
): Promise<Outcome<null, UpdateRefusal>> {
  return act(deps, by, async ({ partnerWrites, mode }): Promise<DoneAct<null> | UpdateRefusal> => {
    if (mode === 'live' && changes.identifiesClients === true && by.reason === null)
      return { is: 'refused', code: 'reason_needed' }
    const { name } = changes
    const apiKey = name === undefined ? undefined : await partnerWrites.keyOwnerOf(name, partnerId)
    if (apiKey !== undefined) return { is: 'refused', code: 'name_taken', apiKey }
    const detail = await partnerWrites.update(partnerId, changes)
    return { is: 'done', done: null, act: 'update', about: { is: 'partner', partnerId, detail } }
  })
}
