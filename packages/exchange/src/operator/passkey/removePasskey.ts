import { act, type DoneAct, type OperatorDeps, type Outcome, type ByOptionalReason } from '../act.ts'
import type { Passkey, PartnerPasskeyWrites } from './PasskeyWrites.ts'

type NoSuchPasskey = { readonly is: 'refused'; readonly code: 'no_such_passkey' }

/** Removes a passkey of a partner's contact and ends the sessions that it opened. */
export function removePasskey(
  deps: OperatorDeps<{ readonly partnerPasskeys: PartnerPasskeyWrites }>,
  {
    partnerId,
    email,
    passkeyId,
    ...by
  }: ByOptionalReason & { readonly partnerId: string; readonly email: string; readonly passkeyId: string },
): Promise<Outcome<Passkey, NoSuchPasskey>> {
  return act(deps, by, async ({ partnerPasskeys }): Promise<DoneAct<Passkey> | NoSuchPasskey> => {
    const passkey = (await partnerPasskeys.lock(partnerId, email)).find(({ id }) => id === passkeyId)
    if (!passkey) return { is: 'refused', code: 'no_such_passkey' }
    await partnerPasskeys.remove(partnerId, passkeyId)
    const detail = { passkey_id: passkeyId, name: passkey.name, email }
    return { is: 'done', done: passkey, act: 'passkey remove', about: { is: 'partner', partnerId, detail } }
  })
}
