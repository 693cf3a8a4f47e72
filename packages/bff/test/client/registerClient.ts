import { expect } from 'vitest'
import { shop, type Reply, type Rig } from '../rig.ts'

export type RegisteredClient = {
  readonly externalId: string
  readonly email: string
  readonly session: string
  /** Sends a request of the client's own. */
  send(
    method: string,
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Reply>
}

let registeredSoFar = 0

/** Registers a client with a partner, the shop unless another is named, and logs it in. */
export async function registerClient(
  rig: Rig,
  fields: Readonly<Record<string, unknown>> = {},
  as: typeof shop = shop,
): Promise<RegisteredClient> {
  registeredSoFar += 1
  const origin = { client_ip: '203.0.113.7', remote_country: 'DE' }
  const named = {
    client_external_id: `registered-${registeredSoFar}`,
    email: `registered-${registeredSoFar}@example.com`,
  }
  const client = { ...named, password: 'correct horse battery', ...origin, ...fields }
  const { client_external_id: externalId, email, password } = client
  const reply = await rig.partner('POST', '/api/v2/partner/client/register', client, { as })
  expect(reply.status).toBe(200)
  const login = { email, password, ...origin }
  const loggedIn = await rig.partner('POST', '/api/v2/partner/client/login', login, { as })
  const opened = await rig.widget('POST', '/api/v2/client/session', { ts: loggedIn.at('ts') })
  const session = String(opened.at('session'))
  return {
    externalId,
    email,
    session,
    send: (method, path, body, headers) =>
      rig.send(method, path, {
        ...(body && { body: JSON.stringify(body) }),
        headers: {
          ...(body && { 'Content-Type': 'application/json' }),
          Authorization: `Bearer ${session}`,
          ...headers,
        },
      }),
  }
}
