import { MOST_PASSKEYS } from '@cambio/wire/passkey/Passkey.ts'
import { act, type DoneAct, type OperatorDeps, type Outcome, type ByOptionalReason } from '../act.ts'
import type { NewPasskey, PartnerPasskeyWrites } from './PasskeyWrites.ts'

/** Why no passkey was added. Nothing was written. */
type AddRefusal = { readonly is: 'refused'; readonly code: 'too_many' | 'already_added' }

/** Adds a passkey by which a partner's contact can sign in. */
export function addPasskey(
  deps: OperatorDeps<{ readonly partnerPasskeys: PartnerPasskeyWrites }>,
  {
    partnerId,
    email,
    passkey,
    ...by
  }: ByOptionalReason & { readonly partnerId: string; readonly email: string; readonly passkey: NewPasskey },
): Promise<Outcome<null, AddRefusal>> {
  return act(deps, by, async ({ partnerPasskeys }): Promise<DoneAct<null> | AddRefusal> => {
    const others = await partnerPasskeys.lock(partnerId, email)
    if (others.length >= MOST_PASSKEYS) return { is: 'refused', code: 'too_many' }
    if (!(await partnerPasskeys.add(partnerId, email, passkey)))
      return { is: 'refused', code: 'already_added' }
    const { id, name } = passkey
    const detail = { passkey_id: id, name, email }
    return { is: 'done', done: null, act: 'passkey add', about: { is: 'partner', partnerId, detail } }
  })
}
