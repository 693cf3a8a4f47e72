import { contract } from '@cambio/wire/contract.ts'
import type { Caller, Route } from '@cambio/wire/route.ts'
import * as z from 'zod/mini'
import { borrowed, exampleOf } from '../src/reference/examples.ts'
import { callings, type Credentials } from './conformance/callings.ts'
import type { Reply, Rig } from './rig.ts'

/** What a call of the reference was answered, by the route's group and name. */
export type Sent = { readonly name: string; readonly route: Route; readonly reply: Reply }

/**
 * Sends every example of the reference, in the order of the contract. What an answer names takes the place of the name
 * in a later example: a quote, a session, an order.
 */
export async function sendExamples(rig: Rig): Promise<readonly Sent[]> {
  await rig.placeOrder({ fixed: { partner_order_id: 'order-1001' } })
  await register(rig)
  const credentials = await credentialsOf(rig)
  const named = new Map(Object.entries(credentials.buyer.params ?? {}))
  named.set('request_id', named.get('entry') ?? '')
  const sent: Sent[] = []
  for (const { name, route } of routes) {
    const isFresh = route.caller === 'client' && ends({ name, route })
    const own = isFresh ? (await callings.client(rig)).own : credentials[route.caller]
    const reply = await send(rig, { name, route }, own, named)
    for (const [member, names] of Object.entries(naming)) {
      const value = reply.at(member)
      if (typeof value === 'string') named.set(names, value)
    }
    const form = named.get('session_id')
    if (form !== undefined) rig.card.fill(form, 'held')
    sent.push({ name, route, reply })
  }
  return sent
}

/** The examples that were refused, other than for want of what they are about. */
export function refusedOf(sent: readonly Sent[]): readonly (readonly [string, string])[] {
  return sent
    .filter(({ reply }) => reply.status !== 200)
    .filter(({ name, reply }) => !Object.hasOwn(borrowed, name) || ![404, 409].includes(reply.status))
    .map(({ name, reply }) => [name, reply.text])
}

/** Sends the example of a price for less than one order may be, which is refused. */
export function sendRefused(rig: Rig): Promise<Reply> {
  const { fee } = contract.partner
  const { body } = exampleOf('partner.fee', fee)
  return rig.partner(fee.method, fee.path, { ...body, payin_amount: '1.00' })
}

/** As in the contract; what ends something comes last. */
const routes = Object.entries<Readonly<Record<string, Route>>>(contract)
  .flatMap(([group, members]) =>
    Object.entries(members).map(([name, route]) => ({ name: `${group}.${name}`, route })),
  )
  .toSorted((a, b) => Number(ends(a)) - Number(ends(b)))

/** Whether a call ends sessions, or belongs to one that does. */
function ends({ name, route }: { name: string; route: Route }): boolean {
  return route.method === 'DELETE' || /password/i.test(name)
}

/** Members of answers, and the fields that take them. */
const naming: Readonly<Record<string, string>> = {
  ts: 'ts',
  quote_id: 'quote_id',
  session_id: 'session_id',
  sandbox_code: 'code',
  client_order_id: 'client_order_id',
}

/** The client that the examples speak of; the example that registers one is of another. */
async function register(rig: Rig): Promise<void> {
  const { register: route, login } = contract.partnerClient
  const { body } = exampleOf('partnerClient.register', route)
  const { email } = exampleOf('partnerClient.login', login).body
  await rig.partner(route.method, route.path, { ...body, client_external_id: 'client-7', email })
}

async function credentialsOf(rig: Rig): Promise<Readonly<Record<Caller, Credentials>>> {
  const { own: buyer } = await callings.buyer(rig)
  const { own: partner } = await callings.partner(rig)
  const { own: client } = await callings.client(rig)
  const { own: anyone } = await callings.anyone(rig)
  return { anyone, partner, client, widget: buyer, buyer }
}

async function send(
  rig: Rig,
  { name, route }: { name: string; route: Route },
  { headers }: Credentials,
  named: ReadonlyMap<string, string>,
): Promise<Reply> {
  const { params, query, body } = exampleOf(name, route)
  const actual = (part: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(part).map(([field, value]) => [field, named.get(field) ?? value]))
  const path = Object.entries(actual(params)).reduce(
    (filled, [field, value]) => filled.replace(`{${field}}`, encodeURIComponent(value)),
    route.path as string,
  )
  const text = route.body ? JSON.stringify(actual(body)) : ''
  const search = new URLSearchParams(actual(query)).toString()
  const reply = await rig.send(route.method, search === '' ? path : `${path}?${search}`, {
    headers: { ...(route.body && { 'Content-Type': 'application/json' }), ...headers(path, text) },
    ...(route.body && { body: text }),
  })
  return route.isRows && reply.status === 200 ? firstRowOf(reply) : reply
}

/** A reply of JSON lines as the first of them. */
function firstRowOf(reply: Reply): Reply {
  const body: unknown = JSON.parse(reply.text.slice(0, reply.text.indexOf('\n')))
  return { ...reply, body, at: (member) => z.record(z.string(), z.unknown()).parse(body)[member] }
}
