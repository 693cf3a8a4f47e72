import { act, type By, type Deed, type OperatorDeps, type Outcome } from '../act.ts'

/** What clients had remembered, by the id of each; false where the client has none of this id. */
type Forgetting = { forget(clientId: string, id: string): Promise<boolean> }

type Parts = { readonly devices: Forgetting; readonly savedCards: Forgetting }

/** A device or a card that a client had saved. */
export type Saved = { readonly is: 'device' | 'card'; readonly id: string }

/** The client has saved nothing of this id. Nothing was written. */
export type NotSaved = { readonly is: 'refused'; readonly code: 'not_saved' }

/**
 * Forgets a device that a client had remembered, with the sessions that it opened, or a card that they had saved. What was
 * paid with it stays as it is.
 */
export function forgetSaved(
  deps: OperatorDeps<Parts>,
  {
    partnerId,
    clientId,
    saved,
    ...by
  }: By & { readonly partnerId: string; readonly clientId: string; readonly saved: Saved },
): Promise<Outcome<null, NotSaved>> {
  return act(deps, by, async ({ devices, savedCards }): Promise<Deed<null> | NotSaved> => {
    const kept = saved.is === 'device' ? devices : savedCards
    if (!(await kept.forget(clientId, saved.id))) return { is: 'refused', code: 'not_saved' }
    const detail = { client_id: clientId, [`${saved.is}_id`]: saved.id }
    return {
      is: 'done',
      done: null,
      act: `forget_${saved.is}`,
      about: { is: 'partner', partnerId, detail },
    }
  })
}
