import type { Query } from '@cambio/server/postgres/Database.ts'

/**
 * Ends all sessions and login tokens of a client whose e-mail address or password changes. The client's row must be
 * locked: a session that is being opened waits for it, and then finds another version of the credentials.
 */
export async function endSignIns(query: Query, clientId: string): Promise<void> {
  const values = [clientId]
  await query({
    name: 'client_change_credentials',
    text: 'update client set credentials_version = credentials_version + 1 where id = $1',
    values,
  })
  await query({
    name: 'client_end_tokens',
    text: 'delete from login_token where client_id = $1',
    values,
  })
  await query({ name: 'client_end_sessions', text: 'delete from session where client_id = $1', values })
}
