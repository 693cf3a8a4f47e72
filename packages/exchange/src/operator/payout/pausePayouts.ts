import type { Snapshot } from '../../catalogue/Catalogue.ts'
import type { PayoutRules } from '../../catalogue/PayoutRules.ts'
import { act, type By, type DoneAct, type OperatorDeps, type Outcome } from '../act.ts'
import { changeWithin, type CatalogueParts, type Faulty } from '../catalogue/changeCatalogue.ts'

type Parts = CatalogueParts & {
  readonly readCatalogue: () => Promise<Pick<Snapshot, 'payouts'>>
  /** Makes every order with a waiting payment due at once. */
  readonly wakeWaiting: () => Promise<void>
}

/** Which pay-outs: those in one currency, or all where it is null. */
type What = { readonly currency: string | null }

/** Pay-outs are already in the wanted state. Nothing was changed. */
export type Unchanged = { readonly is: 'refused'; readonly code: 'unchanged' }

/** Pauses all pay-outs, or those in one currency, until they are continued. @returns what was paused before */
export function pausePayouts(
  deps: OperatorDeps<Parts>,
  what: By & What,
): Promise<Outcome<PayoutRules, Unchanged | Faulty>> {
  return act(deps, what, (parts) => set(parts, what, true))
}

/** Continues paused pay-outs. Waiting payments are due at once. @returns what was paused before */
export function continuePayouts(
  deps: OperatorDeps<Parts>,
  what: By & What,
): Promise<Outcome<PayoutRules, Unchanged | Faulty>> {
  return act(deps, what, async (parts) => {
    const result = await set(parts, what, false)
    if (result.is === 'done') await parts.wakeWaiting()
    return result
  })
}

async function set(
  parts: Parts,
  { currency, ...by }: By & What,
  isPaused: boolean,
): Promise<DoneAct<PayoutRules> | Unchanged | Faulty> {
  const { payouts } = await parts.readCatalogue()
  const wasPaused = currency === null ? payouts.allPaused : payouts.paused.has(currency)
  if (wasPaused === isPaused) return { is: 'refused', code: 'unchanged' }
  const name = currency === null ? 'payouts.paused' : `payouts.${currency}.paused`
  const values = new Map([[name, isPaused ? 'yes' : null]])
  const changed = await changeWithin(parts, { values, partnerId: null, effectiveAt: null }, by)
  return changed.is === 'refused' ? changed : { ...changed, done: payouts }
}
