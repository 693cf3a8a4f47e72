import { timingSafeEqual } from 'node:crypto'
import type { StoreDeps } from './StoreDeps.ts'

/** Whose code it is: a code and its tries belong to the widget request or the order that it was requested for. */
export type CodeOwner = { readonly entry: string; readonly partnerId: string; readonly email: string }

/** Codes on their way to a mailbox: one for each entry, kept as a keyed digest. */
export type CodeStore = {
  keep(owner: CodeOwner, code: { code: string; expiresAt: Date }): Promise<void>
  /** Takes the code once. A wrong one costs a try, and after `tries` of them the code is dead. */
  take(owner: CodeOwner, attempt: { code: string; tries: number }): Promise<boolean>
}

export function codeStore({ query, keys, now }: StoreDeps): CodeStore {
  const digest = ({ entry, partnerId, email }: CodeOwner, code: string) =>
    keys.fingerprint(`mail code ${entry} ${partnerId} ${email}`, code)
  return {
    async keep(owner, { code, expiresAt }) {
      const { entry, partnerId, email } = owner
      await query({
        name: 'entry_code_keep',
        text: `
          insert into entry_code (entry, partner_id, email, code_hash, expires_at) values ($1, $2, $3, $4, $5)
          on conflict (entry) do update set partner_id = excluded.partner_id, email = excluded.email,
            code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0`,
        values: [entry, partnerId, email, digest(owner, code), expiresAt],
      })
    },
    async take(owner, { code, tries }) {
      const { entry, email } = owner
      const [kept] = await query<{ code_hash: Buffer }>({
        name: 'entry_code_try',
        text: `
          update entry_code set tries = tries + 1
          where entry = $1 and email = $2 and expires_at > $3 and tries < $4 returning code_hash`,
        values: [entry, email, now(), tries],
      })
      if (!kept || !timingSafeEqual(kept.code_hash, digest(owner, code))) return false
      const taken = await query<{ entry: string }>({
        name: 'entry_code_take',
        text: 'delete from entry_code where entry = $1 and code_hash = $2 returning entry',
        values: [entry, kept.code_hash],
      })
      return taken.length > 0
    },
  }
}
