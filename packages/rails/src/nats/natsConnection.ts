import { credsAuthenticator, connect, type NatsConnection } from '@nats-io/transport-node'
import type { NatsLogin, NatsSettings } from './natsSettings.ts'

/** How long a connection may take, and the answer to an event, milliseconds each. */
export const NATS_LIMIT_MS = 5_000

/**
 * Connects to one of the servers, once. A caller whose connection was closed asks for another.
 * @throws Error when no server accepts the login
 */
export function natsConnection({ servers, login, tls }: NatsSettings): Promise<NatsConnection> {
  return connect({
    servers: [...servers.hosts],
    name: 'cambio',
    timeout: NATS_LIMIT_MS,
    reconnect: false,
    ...(tls && { tls }),
    ...loginOptions(login),
  })
}

function loginOptions(login: NatsLogin) {
  switch (login.by) {
    case 'nothing':
      return {}
    case 'password':
      return { user: login.user, pass: login.password.reveal() }
    case 'token':
      return { token: login.token.reveal() }
    case 'credentials':
      return { authenticator: credsAuthenticator(new TextEncoder().encode(login.credentials.reveal())) }
  }
}
