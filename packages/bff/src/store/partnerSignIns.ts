import { secretHash } from './secretHash.ts'
import type { StoreDeps } from './StoreDeps.ts'

/** A partner's contact who has signed in, or is about to. */
export type SignedIn = { readonly partnerId: string; readonly email: string }

/** Sign-ins of partners' contacts. Links and sessions of a former contact are no longer valid. */
export type PartnerSignIns = {
  /** The partners whose contact has this address, in lower case. */
  partnersOf(email: string): Promise<readonly { readonly id: string; readonly name: string }[]>
  keepLink(token: string, whose: SignedIn, expiresAt: Date): Promise<void>
  /** Whether a link is still valid; asking does not use it up. */
  isLink(token: string): Promise<boolean>
  /** Uses a link up and opens a session by it. Undefined if the link is not valid. */
  takeLink(
    token: string,
    session: { readonly token: string; readonly expiresAt: Date },
  ): Promise<SignedIn | undefined>
  /** The contact of a session, and the passkey that opened it; null for a mailed link. */
  find(session: string): Promise<(SignedIn & { readonly passkeyId: string | null }) | undefined>
  end(session: string): Promise<void>
}

export function partnerSignIns({ query, now }: StoreDeps): PartnerSignIns {
  return {
    partnersOf: (email) =>
      query({
        name: 'partners_of_contact',
        text: 'select id, name from partner where contact_email = $1 order by name, id',
        values: [email],
      }),
    async keepLink(token, { partnerId, email }, expiresAt) {
      const text =
        'insert into partner_sign_in (token_hash, partner_id, email, expires_at) values ($1, $2, $3, $4)'
      await query({
        name: 'partner_sign_in_keep',
        text,
        values: [secretHash(token), partnerId, email, expiresAt],
      })
    },
    async isLink(token) {
      const text = `select from partner_sign_in l where ${OPENS}`
      const values = [secretHash(token), now()]
      return (await query({ name: 'partner_sign_in_find', text, values })).length > 0
    },
    async takeLink(token, session) {
      const values = [secretHash(token), now(), secretHash(session.token), session.expiresAt]
      const [taken] = await query<SignedIn>({ name: 'partner_sign_in_take', text: TAKE, values })
      return taken
    },
    async find(session) {
      const text = `
        select l.partner_id as "partnerId", l.email, l.passkey_id as "passkeyId" from partner_session l where ${OPENS}`
      const values = [secretHash(session), now()]
      const [found] = await query<SignedIn & { readonly passkeyId: string | null }>({
        name: 'partner_session_find',
        text,
        values,
      })
      return found
    },
    async end(session) {
      const text = 'delete from partner_session where token_hash = $1'
      await query({ name: 'partner_session_end', text, values: [secretHash(session)] })
    },
  }
}

const OPENS = `l.token_hash = $1 and l.expires_at > $2
  and exists (select from partner p where p.id = l.partner_id and p.contact_email = l.email)`

const TAKE = `
  with taken as (delete from partner_sign_in l where ${OPENS} returning l.partner_id, l.email)
  insert into partner_session (token_hash, partner_id, email, expires_at)
  select $3, partner_id, email, $4 from taken returning partner_id as "partnerId", email`
