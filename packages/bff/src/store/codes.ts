import { timingSafeEqual } from 'node:crypto'
import type { StoreDeps } from './StoreDeps.ts'

/** Codes on their way to a mailbox: one per partner and address, kept as a keyed digest. */
export type CodeStore = {
  keep(input: { partnerId: string; email: string; code: string; expiresAt: Date }): Promise<void>
  /** Takes the code once. A wrong one costs a try, and after `tries` of them the code is dead. */
  take(input: { partnerId: string; email: string; code: string; tries: number }): Promise<boolean>
}

export function codeStore({ query, keys, now }: StoreDeps): CodeStore {
  const digest = (partnerId: string, email: string, code: string) =>
    keys.fingerprint(`mail code ${partnerId} ${email}`, code)
  return {
    async keep({ partnerId, email, code, expiresAt }) {
      await query({
        name: 'mail_code_keep',
        text: `
          insert into mail_code (partner_id, email, code_hash, expires_at) values ($1, $2, $3, $4)
          on conflict (partner_id, email) do update
            set code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0`,
        values: [partnerId, email, digest(partnerId, email, code), expiresAt],
      })
    },
    async take({ partnerId, email, code, tries }) {
      const [kept] = await query<{ code_hash: Buffer }>({
        name: 'mail_code_try',
        text: `
          update mail_code set tries = tries + 1
          where partner_id = $1 and email = $2 and expires_at > $3 and tries < $4 returning code_hash`,
        values: [partnerId, email, now(), tries],
      })
      if (!kept || !timingSafeEqual(kept.code_hash, digest(partnerId, email, code))) return false
      const taken = await query<{ email: string }>({
        name: 'mail_code_take',
        text: 'delete from mail_code where partner_id = $1 and email = $2 and code_hash = $3 returning email',
        values: [partnerId, email, kept.code_hash],
      })
      return taken.length > 0
    },
  }
}
