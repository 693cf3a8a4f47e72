import type { LoginTokenStore } from '@cambio/exchange/client/LoginTokenStore.ts'
import { secretHash } from '../secretHash.ts'
import type { StoreDeps } from '../StoreDeps.ts'

export function loginTokenStore({ query }: StoreDeps): LoginTokenStore {
  return {
    async keep(token, { client, expiresAt }) {
      const kept = await query<{ client_id: string }>({
        name: 'login_token_keep',
        // The share lock waits for a change of the credentials that is under way.
        text: `
          insert into login_token (token_hash, client_id, expires_at, credentials_version)
          select $1, id, $4, credentials_version from client where id = $2 and credentials_version = $3 for share
          returning client_id`,
        values: [secretHash(token), client.id, client.credentialsVersion, expiresAt],
      })
      return kept.length > 0
    },
    async take(token, at) {
      const [taken] = await query<{ client_id: string; credentials_version: number; is_valid: boolean }>({
        name: 'login_token_take',
        text: `
          delete from login_token t using client c where t.token_hash = $1 and c.id = t.client_id
          returning t.client_id, coalesce(t.credentials_version, c.credentials_version) as credentials_version,
            t.expires_at > $2::timestamptz as is_valid`,
        values: [secretHash(token), at],
      })
      return taken?.is_valid
        ? { id: taken.client_id, credentialsVersion: taken.credentials_version }
        : undefined
    },
  }
}
