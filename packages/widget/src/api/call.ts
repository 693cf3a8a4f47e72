import { pathOf } from '@cambio/wire/http/pathOf.ts'
import type { Route } from '@cambio/wire/http/route.ts'
import type * as z from 'zod/mini'
import { isKnown } from '../view/failureText.ts'
import { Failure } from './Failure.ts'
import { ReadProblem } from './openingRoutes.ts'
import type { ServerClock } from './ServerClock.ts'
import type { Shape } from './shape.ts'

const timeoutMs = 15_000

/** The parts that are sent with a route, by its schema or its own type. */
type Sent<B> = B extends z.ZodMiniType ? z.input<B> : B

/** A route to call: of the contract, or of the first screen. */
export type Called<Answer, Body> = Pick<Route, 'method' | 'path'> & {
  readonly answer: Shape<Answer>
  readonly body?: Body
}

/** A way to call the service: a route, its parts, and a signal that cancels it. */
export type Call = <Answer, Body>(
  route: Called<Answer, Body>,
  body: Sent<Body>,
  signal?: AbortSignal,
  query?: Readonly<Record<string, string>>,
) => Promise<Answer>

/**
 * A client for one entry. Every answer is checked by its route's schema; every refusal becomes a {@link Failure}.
 * @throws Failure
 */
export function client(deps: {
  entry: string
  token: () => string | null
  clock: ServerClock
  /** Called when the session is no longer valid. */
  sessionOver: () => void
  fetch: typeof fetch
}): Call {
  return async (route, body, signal, query) => {
    const token = deps.token()
    const response = await send(deps.fetch, addressOf(route, deps.entry, query), {
      method: route.method,
      credentials: 'omit',
      cache: 'no-store',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: withLimit(signal),
    })
    deps.clock.learn(response.headers.get('date'))
    const json: unknown = await response.json().catch(() => undefined)
    if (!response.ok) {
      const failure = refused(json)
      if (failure.code === 'session_invalid') deps.sessionOver()
      throw failure
    }
    const answer = route.answer.safeParse(json)
    if (!answer.success || answer.data === undefined) throw new Failure('unreadable')
    return answer.data
  }
}

function addressOf(
  route: Pick<Route, 'path'>,
  entry: string,
  query?: Readonly<Record<string, string>>,
): string {
  const path = pathOf(route, { entry })
  return query ? `${path}?${new URLSearchParams(query).toString()}` : path
}

async function send(fetch: typeof globalThis.fetch, path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init)
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new Failure('unreachable')
  }
}

function withLimit(signal: AbortSignal | undefined): AbortSignal {
  const limit = AbortSignal.timeout(timeoutMs)
  return signal ? AbortSignal.any([signal, limit]) : limit
}

function refused(json: unknown): Failure {
  const { data: problem } = ReadProblem.safeParse(json)
  if (!problem) return new Failure('unreadable')
  // An unknown code, of a newer server, counts as a failure of the service, with its reference.
  const { code } = problem
  return new Failure(isKnown(code) ? code : 'internal', problem)
}
