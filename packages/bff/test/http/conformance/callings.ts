import type { Caller } from '@cambio/wire/http/route.ts'
import { signRequest } from '@cambio/wire/partner/signature.ts'
import { expect } from 'vitest'
import { createBody, createPath } from '../../order/createOrder.ts'
import { rival, shop, type Rig } from '../../rig.ts'

/** What a caller sends to be recognised: headers over what is sent, and its own parameters of the path. */
export type Credentials = {
  readonly headers: (path: string, body: string) => Readonly<Record<string, string>>
  readonly params?: Readonly<Record<string, string>>
}

/** How a caller is played. */
export type Calling = {
  readonly own: Credentials
  /** By what is wrong with them. They open nothing. */
  readonly wrong: Readonly<Record<string, Credentials>>
  /** Another tenant's, good in themselves: what is named by its id in the path is not there for them. */
  readonly stranger?: Credentials
  /** What no other tenant may read. */
  readonly secrets?: readonly string[]
}

const token = 'A'.repeat(27)
const nobody: Credentials = { headers: () => ({}) }

/** What the names of wrong credentials are, so that they can be counted before anything is sent. */
export const wrongOf = {
  anyone: [],
  partner: ['none', 'of an unknown key', 'by another secret', 'over another body', 'over another path'],
  client: ['none', 'of an unknown session', 'of an ended session'],
  widget: ['to an unknown entry', 'to an order by a wrong secret'],
  buyer: ['none', 'of an unknown session', 'of another partner’s buyer', 'to an unknown entry'],
} as const satisfies Readonly<Record<Caller, readonly string[]>>

/** The callers that have another tenant beside them. */
export const hasOtherTenant: ReadonlySet<Caller> = new Set<Caller>(['partner', 'client'])

/** Plays each caller with things of their own: the shop, one of its orders, a widget request and its buyer. */
export const callings: {
  readonly [Name in Caller]: (
    rig: Rig,
  ) => Promise<Calling & { readonly wrong: Readonly<Record<(typeof wrongOf)[Name][number], Credentials>> }>
} = {
  anyone: async () => ({ own: nobody, wrong: {} }),
  partner: async (rig) => {
    const partner_order_id = `own-${rig.exchange.random.hex(8)}`
    const order = await rig.partner('POST', createPath, createBody(partner_order_id))
    const { client_external_id, email } = await registerWithPassword(rig, shop)
    const params = { partner_order_id, client_external_id }
    const { secret } = shop
    return {
      own: { headers: signedHeaders(shop), params },
      wrong: {
        none: nobody,
        'of an unknown key': { headers: signedHeaders({ ...shop, apiKey: 'NOBODY' }) },
        'by another secret': { headers: signedHeaders({ ...shop, secret: rival.secret }) },
        'over another body': {
          headers: (path, body) => keyed(signRequest(secret, path, `${body} `)),
        },
        'over another path': {
          headers: (path, body) => keyed(signRequest(secret, `${path}/`, body)),
        },
      },
      stranger: { headers: signedHeaders(rival), params },
      secrets: [String(order.at('client_order_id')), String(order.at('redirect')), email],
    }
  },
  client: async (rig) => {
    const session = await sessionOf(rig, shop)
    const ended = await sessionOf(rig, shop)
    expect((await rig.widget('DELETE', '/api/v2/client/session', undefined, ended)).status).toBe(200)
    return {
      own: { headers: bearer(session) },
      wrong: {
        none: nobody,
        'of an unknown session': { headers: bearer(token) },
        'of an ended session': { headers: bearer(ended) },
      },
      stranger: { headers: bearer(await sessionOf(rig, rival)) },
    }
  },
  widget: async (rig) => {
    const { entry, session } = await opened(rig)
    return {
      own: { headers: bearer(session), params: { entry } },
      wrong: {
        'to an unknown entry': { headers: bearer(session), params: { entry: token } },
        'to an order by a wrong secret': {
          headers: bearer(session),
          params: { entry: `ABCDE-123456~${token}` },
        },
      },
    }
  },
  buyer: async (rig) => {
    const { entry, session } = await opened(rig)
    const params = { entry }
    const theirs = await rig.partner('POST', '/api/v2/partner/create_request', {}, { as: rival })
    const stranger = await rig.buyerAt(String(theirs.at('request_id')), emailOf(rig))
    return {
      own: { headers: bearer(session), params },
      wrong: {
        none: { ...nobody, params },
        'of an unknown session': { headers: bearer(token), params },
        'of another partner’s buyer': { headers: bearer(stranger), params },
        'to an unknown entry': { headers: bearer(session), params: { entry: token } },
      },
    }
  },
}

const origin = { client_ip: '192.0.2.7', remote_country: 'DE', password: 'correct horse battery staple' }

/** Registers a client of a partner's, with a password. */
async function registerWithPassword(
  rig: Rig,
  as: typeof shop,
): Promise<{ client_external_id: string; email: string }> {
  const client = { client_external_id: `own-${rig.exchange.random.hex(8)}`, email: emailOf(rig) }
  const path = '/api/v2/partner/client/register'
  expect((await rig.partner('POST', path, { ...client, ...origin }, { as })).status).toBe(200)
  return client
}

async function sessionOf(rig: Rig, as: typeof shop): Promise<string> {
  const { email } = await registerWithPassword(rig, as)
  const login = await rig.partner('POST', '/api/v2/partner/client/login', { email, ...origin }, { as })
  const session = await rig.widget('POST', '/api/v2/client/session', { ts: login.at('ts') })
  return String(session.at('session'))
}

async function opened(rig: Rig): Promise<{ entry: string; session: string }> {
  const entry = await rig.openRequest()
  return { entry, session: await rig.buyerAt(entry, emailOf(rig)) }
}

function emailOf(rig: Rig): string {
  return `${rig.exchange.random.hex(8)}@example.com`
}

function bearer(session: string): Credentials['headers'] {
  return () => ({ Authorization: `Bearer ${session}` })
}

function signedHeaders({ apiKey, secret }: typeof shop): Credentials['headers'] {
  return (path, body) => ({ 'API-Key': apiKey, 'API-Signature': signRequest(secret, path, body) })
}

function keyed(signature: string): Readonly<Record<string, string>> {
  return { 'API-Key': shop.apiKey, 'API-Signature': signature }
}
