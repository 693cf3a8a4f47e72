import { act, type By, type DoneAct, type OperatorDeps, type Outcome } from '../act.ts'

/** Forgets what a client had saved, by its id; false where the client has nothing of this id. */
type Forgetting = { forget(clientId: string, id: string): Promise<boolean> }

type Parts = { readonly devices: Forgetting; readonly savedCards: Forgetting }

/** A device or a card that a client had saved. */
export type Saved = { readonly is: 'device' | 'card'; readonly id: string }

/** The client has saved nothing of this id. Nothing was written. */
export type NotSaved = { readonly is: 'refused'; readonly code: 'not_saved' }

/**
 * Forgets a client's remembered device, with the sessions that it opened, or a saved card. Payments made with the card
 * stay as they are.
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
  return act(deps, by, async ({ devices, savedCards }): Promise<DoneAct<null> | NotSaved> => {
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
