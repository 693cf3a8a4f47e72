import type { Verification, VerificationStore } from '@cambio/exchange/limit/VerificationStore.ts'
import { secretHash } from '../secretHash.ts'
import type { StoreDeps } from '../StoreDeps.ts'
import { Documents } from './Documents.ts'

type VerificationRow = {
  readonly client_id: string
  readonly order_id: string | null
  readonly level: Verification['level']
  readonly expires_at: Date
}

export function verificationStore({ query }: StoreDeps): VerificationStore {
  return {
    async keep(token, { clientId, orderId, level, expiresAt }) {
      await query({
        name: 'verification_keep',
        text: `
          insert into verification (token_hash, client_id, order_id, level, expires_at)
          values ($1, $2, $3, $4, $5)`,
        values: [secretHash(token), clientId, orderId, level, expiresAt],
      })
    },
    async find(token) {
      const [row] = await query<VerificationRow>({
        name: 'verification_find',
        text: 'select client_id, order_id, level, expires_at from verification where token_hash = $1',
        values: [secretHash(token)],
      })
      return (
        row && { clientId: row.client_id, orderId: row.order_id, level: row.level, expiresAt: row.expires_at }
      )
    },
    async use(token, { at, approved, documents }) {
      const used = await query<{ level: string }>({
        name: 'verification_use',
        text: `
          update verification set used_at = $2, approved = $3, documents = $4 where token_hash = $1 and used_at is null and expires_at > $2
          returning level`,
        values: [secretHash(token), at, approved, documents === 'as_told' ? null : JSON.stringify(documents)],
      })
      return used.length > 0
    },
    async latestOf(clientId) {
      const [row] = await query<{
        level: Verification['level']
        approved: boolean | null
        documents: unknown
      }>({
        name: 'verification_latest',
        text: `
          select level, approved, documents from verification where client_id = $1 and (used_at is null) = (approved is null)
          order by approved is null, used_at desc, expires_at desc limit 1`,
        values: [clientId],
      })
      if (!row) return undefined
      const decided = row.approved ? 'approved' : 'refused'
      return {
        is: row.approved === null ? 'open' : decided,
        level: row.level,
        documents: row.documents === null ? 'as_told' : Documents.parse(row.documents),
      }
    },
  }
}
