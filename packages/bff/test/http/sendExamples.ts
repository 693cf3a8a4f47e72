import { contract } from '@cambio/wire/http/contract.ts'
import type { Route } from '@cambio/wire/http/route.ts'
import { signRequest } from '@cambio/wire/partner/signature.ts'
import * as z from 'zod/mini'
import { seedExamples } from '../../src/program/seedExamples.ts'
import { borrowed, exampleOf, written } from '../../src/reference/examples.ts'
import { sampleCall } from '../../src/reference/samples/SampleCall.ts'
import { callChapters, widgetChapter, type Call } from '../../src/reference/site/chapters.ts'
import { softAuthenticator } from '../passkey/softAuthenticator.ts'
import { files, shop, type Reply, type Rig } from '../rig.ts'
import { callings } from './conformance/callings.ts'

/** What a call of the reference was answered, by the route's group and name. */
export type Sent = { readonly name: string; readonly route: Route; readonly reply: Reply }

/**
 * Sends every example of the reference, page by page: as it is printed, on a sandbox that has just been started. What the
 * widget is given by one answer, such as a price that lives a minute, takes the place of what its next example names.
 */
export async function sendExamples(rig: Rig): Promise<readonly Sent[]> {
  await seed(rig)
  const sent: Sent[] = []
  for (const call of callChapters.flatMap(({ calls }) => calls))
    sent.push({ ...call, reply: await sendPrinted(rig, call) })
  return [...sent, ...(await sendOfWidget(rig))]
}

/** Gives this rig what a sandbox has at its start. */
export function seed(rig: Rig): Promise<void> {
  return seedExamples({ exchange: rig.exchange, files, partner: shop, pause: () => rig.work.tick() })
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

/** Sends what the samples of a call send, by this rig's partner. */
async function sendPrinted(rig: Rig, { name, route }: Call): Promise<Reply> {
  const { method, path, search, body, signer, session } = sampleCall(rig.exchange, name, route)
  const reply = await rig.send(method, `${path}${search}`, {
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(session !== undefined && { Authorization: `Bearer ${session}` }),
      ...(signer && {
        'API-Key': shop.apiKey,
        'API-Signature': signRequest(shop.secret, path, body ?? ''),
      }),
    },
    ...(body !== undefined && { body }),
  })
  return route.isRows && reply.status === 200 ? firstRowOf(reply, name) : reply
}

/** A reply of JSON lines as the first of them; of one that has none on a fresh sandbox, the one that is written down. */
function firstRowOf(reply: Reply, name: string): Reply {
  const own = written[name]
  if (own) return { ...reply, body: own }
  const body: unknown = JSON.parse(reply.text.slice(0, reply.text.indexOf('\n')))
  return { ...reply, body, at: (member) => z.record(z.string(), z.unknown()).parse(body)[member] }
}

/** Plays one visit of the widget; what ends it comes last. */
async function sendOfWidget(rig: Rig): Promise<readonly Sent[]> {
  const { own } = await callings.buyer(rig)
  const named = new Map<string, unknown>(Object.entries(own.params ?? {}))
  const authenticator = softAuthenticator()
  const sent: Sent[] = []
  const calls = widgetChapter.calls.toSorted((a, b) => Number(ends(a)) - Number(ends(b)))
  for (const call of calls) {
    const reply = await sendNamed(rig, call, own.headers, named)
    for (const [member, names] of Object.entries(naming)) {
      const value = reply.at(member)
      if (typeof value === 'string') named.set(names, value)
    }
    const options = reply.at('options')
    if (options !== undefined) named.set('credential', authenticator.answer(options))
    const form = named.get('session_id')
    if (typeof form === 'string') rig.card.fill(form, 'held')
    sent.push({ ...call, reply })
  }
  return sent
}

/** Whether a call ends the buyer's session. */
function ends({ route }: Call): boolean {
  return route.method === 'DELETE'
}

/** Members of answers, and the fields that take them. */
const naming: Readonly<Record<string, string>> = {
  quote_id: 'quote_id',
  session_id: 'session_id',
  sandbox_code: 'code',
  device_key: 'device_key',
}

function sendNamed(
  rig: Rig,
  { name, route }: Call,
  headers: (path: string, body: string) => Readonly<Record<string, string>>,
  named: ReadonlyMap<string, unknown>,
): Promise<Reply> {
  const { params, query, body } = exampleOf(name, route)
  const actual = (part: Readonly<Record<string, unknown>>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(part).map(([field, value]) => [field, named.get(field) ?? value]))
  const path = Object.entries(actual(params)).reduce<string>(
    (filled, [field, value]) => filled.replace(`{${field}}`, encodeURIComponent(String(value))),
    route.path as string,
  )
  const text = route.body ? JSON.stringify(actual(body)) : ''
  const search = new URLSearchParams(
    Object.entries(actual(query)).map(([field, value]): [string, string] => [field, String(value)]),
  ).toString()
  return rig.send(route.method, search === '' ? path : `${path}?${search}`, {
    headers: { ...(route.body && { 'Content-Type': 'application/json' }), ...headers(path, text) },
    ...(route.body && { body: text }),
  })
}
