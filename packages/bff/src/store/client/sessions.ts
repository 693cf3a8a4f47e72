import type { Recognised } from '@cambio/exchange/client/LoginTokenStore.ts'
import { secretHash } from '../secretHash.ts'
import type { StoreDeps } from '../StoreDeps.ts'

/** Buyers' sessions, kept by the hash of their token. */
export type SessionStore = {
  /** Opens a session of a client, unless its credentials have changed since it was recognised: then false. */
  open(token: string, session: { client: Recognised; expiresAt: Date }): Promise<boolean>
  /** Ends a session at once. */
  end(token: string): Promise<void>
  /** The client of a session that is not over. */
  clientOf(token: string): Promise<string | undefined>
}

export function sessionStore({ query, now }: StoreDeps): SessionStore {
  return {
    async open(token, { client, expiresAt }) {
      const opened = await query<{ client_id: string }>({
        name: 'session_open',
        // The share lock waits for a change of the credentials that is under way.
        text: `
          insert into session (token_hash, client_id, expires_at)
          select $1, id, $4 from client where id = $2 and credentials_version = $3 for share
          returning client_id`,
        values: [secretHash(token), client.id, client.credentialsVersion, expiresAt],
      })
      return opened.length > 0
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
