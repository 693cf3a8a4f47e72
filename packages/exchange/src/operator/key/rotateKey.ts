import { act, type DoneAct, type OperatorDeps, type ByOptionalReason } from '../act.ts'

/** The keys by which the exchange works with its database, sealed under a key-encryption key, in one transaction. */
export type InnerKeys = {
  /** Reseals under the current key-encryption key the keys that are sealed under another, and counts them. */
  reseal(): Promise<{ readonly keyId: string; readonly moved: number }>
}

type Parts = { readonly innerKeys: InnerKeys }

/** The key that the inner keys are sealed under now, and how many were resealed. */
type Resealed = { readonly keyId: string; readonly moved: number }

/** Seals the inner keys under the current key-encryption key. Data sealed by the inner keys is not touched. */
export function rotateKey(deps: OperatorDeps<Parts>, by: ByOptionalReason): Promise<Resealed> {
  return reseal(deps, by, 'key rotate')
}

/**
 * Forgets earlier key-encryption keys once nothing is sealed under them.
 * @param input.forget forgets the keys that nothing is sealed under, and counts them; called once the resealing is
 * committed
 */
export async function pruneKeys(
  deps: OperatorDeps<Parts>,
  { forget, ...by }: ByOptionalReason & { readonly forget: () => Promise<number> },
): Promise<{ readonly moved: number; readonly removed: number }> {
  const { moved } = await reseal(deps, by, 'key prune')
  return { moved, removed: await forget() }
}

async function reseal(deps: OperatorDeps<Parts>, by: ByOptionalReason, name: string): Promise<Resealed> {
  const outcome = await act<Parts, Resealed, never>(deps, by, async (parts): Promise<DoneAct<Resealed>> => {
    const done = await parts.innerKeys.reseal()
    const detail = { key_id: done.keyId, moved: done.moved }
    return { is: 'done', done, act: name, about: { is: 'exchange', detail } }
  })
  return outcome.done
}
