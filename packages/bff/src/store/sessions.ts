import { secretHash } from './secretHash.ts'
import type { StoreDeps } from './StoreDeps.ts'

/** Buyers' sessions, kept by the hash of their token. */
export type SessionStore = {
  open(token: string, session: { clientId: string; expiresAt: Date }): Promise<void>
  /** Ends a session at once. */
  end(token: string): Promise<void>
  /** The client of a session that is not over. */
  clientOf(token: string): Promise<string | undefined>
}

export function sessionStore({ query, now }: StoreDeps): SessionStore {
  return {
    async open(token, { clientId, expiresAt }) {
      await query({
        name: 'session_open',
        text: 'insert into session (token_hash, client_id, expires_at) values ($1, $2, $3)',
        values: [secretHash(token), clientId, expiresAt],
      })
    },
    async end(token) {
      await query({
        name: 'session_end',
        text: 'delete from session where token_hash = $1',
        values: [secretHash(token)],
      })
    },
    async clientOf(token) {
      const [row] = await query<{ client_id: string }>({
        name: 'session_client',
        text: 'select client_id from session where token_hash = $1 and expires_at > $2',
        values: [secretHash(token), now()],
      })
      return row?.client_id
    },
  }
}
