import type { Passkey, PartnerPasskeyWrites } from '@cambio/exchange/operator/passkey/PasskeyWrites.ts'
import type { SignedIn } from '../partnerSignIns.ts'
import { secretHash } from '../secretHash.ts'
import type { StoreDeps } from '../StoreDeps.ts'
import type { PasskeyKey, PasskeyUse } from './PasskeyKey.ts'

/** Passkeys of partners' contacts. One that was made for a contact opens nothing once the partner has another. */
export type PartnerPasskeyStore = PartnerPasskeyWrites & {
  /** The one that was made first comes first. */
  list(partnerId: string, email: string): Promise<readonly Passkey[]>
  /** What a signature of this credential is checked by, and whose it is. */
  find(credentialId: string): Promise<(PasskeyKey & SignedIn) | undefined>
  /**
   * Writes that a passkey was used and opens a session by it. Undefined where it was taken away meanwhile, or was used
   * with this count already.
   */
  signIn(
    use: PasskeyUse,
    session: { readonly token: string; readonly expiresAt: Date },
  ): Promise<SignedIn | undefined>
}

export function partnerPasskeyStore({ query, now }: StoreDeps): PartnerPasskeyStore {
  const list: PartnerPasskeyStore['list'] = (partnerId, email) =>
    query<Passkey>({ name: 'partner_passkey_list', text: LIST, values: [partnerId, email] })
  return {
    list,
    async lock(partnerId, email) {
      const text = 'select from partner where id = $1 for no key update'
      await query({ name: 'partner_passkey_lock', text, values: [partnerId] })
      return list(partnerId, email)
    },
    async add(partnerId, email, passkey) {
      const { id, credentialId, publicKey, counter, isBackedUp, transports, name } = passkey
      const key = [credentialId, Buffer.from(publicKey), counter, isBackedUp, [...transports]]
      const values = [id, partnerId, email, ...key, name, now()]
      return (await query<object>({ name: 'partner_passkey_add', text: ADD, values })).length > 0
    },
    async remove(partnerId, id) {
      const text = 'delete from partner_passkey where partner_id = $1 and id = $2'
      await query({ name: 'partner_passkey_remove', text, values: [partnerId, id] })
    },
    async find(credentialId) {
      const [found] = await query<PasskeyKey & SignedIn>({
        name: 'partner_passkey_find',
        text: FIND,
        values: [credentialId],
      })
      return found
    },
    async signIn({ credentialId, counter, isBackedUp }, { token, expiresAt }) {
      const values = [credentialId, counter, isBackedUp, now(), secretHash(token), expiresAt]
      const [signedIn] = await query<SignedIn>({ name: 'partner_passkey_sign_in', text: SIGN_IN, values })
      return signedIn
    },
  }
}

const OPENS = 'exists (select from partner p where p.id = k.partner_id and p.contact_email = k.email)'

const LIST = `
  select id, credential_id as "credentialId", backed_up as "isBackedUp", transports, name, created_at as "createdAt",
    last_used_at as "lastUsedAt"
  from partner_passkey where partner_id = $1 and email = $2 order by created_at, id`

const ADD = `
  insert into partner_passkey (id, partner_id, email, credential_id, public_key, counter, backed_up, transports, name,
    created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (credential_id) do nothing returning id`

const FIND = `
  select k.credential_id as "credentialId", k.public_key as "publicKey", k.counter::float8 as counter, k.partner_id as "partnerId",
    k.email
  from partner_passkey k where k.credential_id = $1 and ${OPENS}`

/** An authenticator that counts never says a number twice; one that does not says 0 for ever. */
const SIGN_IN = `
  with used as (
    update partner_passkey k set counter = $2, backed_up = $3, last_used_at = $4
    where k.credential_id = $1 and (k.counter < $2 or (k.counter = 0 and $2 = 0)) and ${OPENS}
    returning k.id, k.partner_id, k.email
  )
  insert into partner_session (token_hash, partner_id, email, expires_at, passkey_id)
  select $5, partner_id, email, $6, id from used returning partner_id as "partnerId", email`
