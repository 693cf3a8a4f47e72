import { act, type By, type DoneAct, type OperatorDeps, type Outcome } from '../act.ts'
import type { PartnerWrites } from './PartnerWrites.ts'

type Parts = { readonly partnerWrites: PartnerWrites }
type AboutPartner = By & { readonly partnerId: string }

/** The partner is already in the wanted state. Nothing was written. */
export type Unchanged = { readonly is: 'refused'; readonly code: 'unchanged' }

/** Suspends a partner: nothing new begins for it. Its open orders run to their end. */
export function suspendPartner(
  deps: OperatorDeps<Parts>,
  { partnerId, ...by }: AboutPartner,
): Promise<Outcome<null, Unchanged>> {
  return act(deps, by, async ({ partnerWrites }): Promise<DoneAct<null> | Unchanged> =>
    (await partnerWrites.suspend(partnerId)) ? done('suspend', partnerId) : unchanged,
  )
}

/** Resumes a suspended partner. */
export function resumePartner(
  deps: OperatorDeps<Parts>,
  { partnerId, ...by }: AboutPartner,
): Promise<Outcome<null, Unchanged>> {
  return act(deps, by, async ({ partnerWrites }): Promise<DoneAct<null> | Unchanged> =>
    (await partnerWrites.resume(partnerId)) ? done('resume', partnerId) : unchanged,
  )
}

const unchanged: Unchanged = { is: 'refused', code: 'unchanged' }

function done(name: string, partnerId: string): DoneAct<null> {
  return { is: 'done', done: null, act: name, about: { is: 'partner', partnerId, detail: {} } }
}
