import type { Route } from '@cambio/wire/http/route.ts'
import { expect } from 'vitest'
import type { Reply, Rig } from '../../rig.ts'
import { breachOf } from './breachOf.ts'
import { callings, type Calling, type Credentials } from './callings.ts'
import type { Case, Sent } from './Case.ts'
import { contents } from './contents.ts'

/** How much time passes between the cases of two routes, so that nobody asks too often. */
const PAUSE_MS = 1_000

/**
 * Sends cases of a route and holds each answer to what is expected of it, to what the route documents and to its
 * schemas. What is refused leaves the database as it was, also where it might have been answered.
 */
export async function conform(rig: Rig, route: Route, cases: readonly Case[]): Promise<void> {
  rig.pass(PAUSE_MS)
  const calling: Calling = await callings[route.caller](rig)
  const refused = cases.filter(({ expected }) => expected.is === 'refused')
  let before = await contents(rig)
  for (const one of refused) await check(rig, route, calling, one)
  expect(await contents(rig)).toEqual(before)
  for (const one of cases) {
    if (one.expected.is !== 'answered') continue
    const { status } = await check(rig, route, calling, one)
    const after = await contents(rig)
    if (status !== 200) expect([one.what, after]).toEqual([one.what, before])
    before = after
  }
}

async function check(rig: Rig, route: Route, calling: Calling, one: Case): Promise<Reply> {
  const credentials = credentialsOf(calling, one)
  const reply = await send(rig, route, { ...one, sent: named(one, credentials), credentials })
  const twin = one.expected.is === 'answered' && one.expected.twin
  const other = twin && reply.status !== 200 && (await send(rig, route, { sent: twin, credentials }))
  const { secrets = [] } = calling
  const showsSecret = one.as === 'stranger' && secrets.some((secret) => reply.text.includes(secret))
  expect([one.kind, one.what, showsSecret]).toEqual([one.kind, one.what, false])
  const breach = breachOf(route, one, { reply, ...(other && { other }) })
  expect([one.kind, one.what, breach]).toEqual([one.kind, one.what, undefined])
  return reply
}

function credentialsOf({ own, wrong, stranger }: Calling, { as }: Case): Credentials {
  const credentials = as === undefined ? own : as === 'stranger' ? stranger : wrong[as]
  if (!credentials) throw new Error(`Nobody plays ${as}`)
  return { ...credentials, params: { ...own.params, ...credentials.params } }
}

/** What a stranger sends names the things of the tenant that they are not, in the body too. */
function named({ as, sent }: Case, { params }: Credentials): Sent {
  const { body } = sent
  if (as !== 'stranger' || !body) return sent
  const theirs = Object.entries(params ?? {}).filter(([name]) => Object.hasOwn(body, name))
  return { ...sent, body: { ...body, ...Object.fromEntries(theirs) } }
}

function send(
  rig: Rig,
  route: Route,
  { sent, param, credentials }: { sent: Sent; param?: Case['param']; credentials: Credentials },
): Promise<Reply> {
  const params = { ...sent.params, ...credentials.params, ...param }
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
  const body = sent.body && JSON.stringify(sent.body)
  const headers = {
    ...(body && { 'Content-Type': 'application/json' }),
    ...credentials.headers(path, body ?? ''),
  }
  const query = sent.query.length > 0 ? `?${sent.query.join('&')}` : ''
  return rig.send(route.method, `${path}${query}`, { headers, ...(body && { body }) })
}
