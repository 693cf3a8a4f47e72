import type { LoginTokenStore } from '@cambio/exchange/client/LoginTokenStore.ts'
import { secretHash } from './secretHash.ts'
import type { StoreDeps } from './StoreDeps.ts'

export function loginTokenStore({ query }: StoreDeps): LoginTokenStore {
  return {
    async keep(token, { clientId, expiresAt }) {
      await query({
        name: 'login_token_keep',
        text: 'insert into login_token (token_hash, client_id, expires_at) values ($1, $2, $3)',
        values: [secretHash(token), clientId, expiresAt],
      })
    },
    async take(token, at) {
      const [taken] = await query<{ client_id: string; is_valid: boolean }>({
        name: 'login_token_take',
        text: `
          delete from login_token where token_hash = $1
          returning client_id, expires_at > $2::timestamptz as is_valid`,
        values: [secretHash(token), at],
      })
      return taken?.is_valid ? taken.client_id : undefined
    },
  }
}
