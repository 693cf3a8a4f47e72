import type { Recognised } from '@cambio/exchange/client/LoginTokenStore.ts'
import { gatheredRow, rowRead } from '@cambio/server/postgres/gathered/gatheredRow.ts'
import { secretHash } from '../secretHash.ts'
import type { StoreDeps } from '../StoreDeps.ts'

/** How the client of a session was recognised. */
export type SignIn = { readonly by: 'code' | 'login' } | { readonly by: 'device'; readonly deviceId: string }

/** A valid session. How it was opened is unknown if an earlier version opened it. */
export type FoundSession = { readonly clientId: string; readonly signIn: SignIn | null }

/** Buyers' sessions, stored by the hash of their token. */
export type SessionStore = {
  /** Opens a session of a client, unless its credentials have changed since it was recognised: then false. */
  open(token: string, session: { client: Recognised; signIn: SignIn; expiresAt: Date }): Promise<boolean>
  /** Ends a session at once. */
  end(token: string): Promise<void>
  /** Finds a valid session. */
  find(token: string): Promise<FoundSession | undefined>
  /** The client of a session that may do all that its client may: no remembered device opened it. */
  clientOf(token: string): Promise<string | undefined>
}

export function sessionStore({ query, now }: StoreDeps): SessionStore {
  const rowOf = gatheredRow<SessionRow>(query, FIND)
  const find: SessionStore['find'] = async (token) => {
    const row = await rowOf(secretHash(token), now())
    return row && { clientId: row.client_id, signIn: signInOf(row) }
  }
  return {
    async open(token, { client, signIn, expiresAt }) {
      const deviceId = signIn.by === 'device' ? signIn.deviceId : null
      const opened = await query<{ client_id: string }>({
        name: 'session_open',
        // The share lock waits for a change of the credentials that is under way.
        text: `
          insert into session (token_hash, client_id, expires_at, opened_by, device_id)
          select $1, id, $4, $5, $6 from client where id = $2 and credentials_version = $3
            and ($6::text is null or exists (select from device where id = $6)) for share
          returning client_id`,
        values: [secretHash(token), client.id, client.credentialsVersion, expiresAt, signIn.by, deviceId],
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
    find,
    async clientOf(token) {
      const session = await find(token)
      return session?.signIn?.by === 'device' ? undefined : session?.clientId
    },
  }
}

const FIND = rowRead(
  'session_find',
  'select client_id, opened_by, device_id from session where token_hash = $1 and expires_at > $2',
  ['bytea', 'timestamptz'],
)

type SessionRow = {
  readonly client_id: string
  readonly opened_by: SignIn['by'] | null
  readonly device_id: string | null
}

function signInOf({ opened_by: by, device_id: deviceId }: SessionRow): SignIn | null {
  if (by !== 'device') return by && { by }
  return deviceId === null ? null : { by, deviceId }
}
