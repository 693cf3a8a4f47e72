import * as z from 'zod/mini'
import { Problem } from '@cambio/wire/Problem.ts'
import { pathOf, type Route } from '@cambio/wire/route.ts'
import { Failure } from './Failure.ts'
import { isKnown } from './failureText.ts'
import type { ServerClock } from './ServerClock.ts'

const timeoutMs = 15_000

type Sent<B> = B extends z.ZodMiniType ? z.input<B> : undefined

/** One way to speak to the service: a route, what it wants, and a signal that gives up on it. */
export type Call = <S extends z.ZodMiniType, B extends z.ZodMiniObject | undefined>(
  route: Route & { readonly answer: S; readonly body?: B },
  body: Sent<B>,
  signal?: AbortSignal,
) => Promise<z.output<S>>

/**
 * A client for one entry. Every answer passes its route's schema; every no becomes a {@link Failure}.
 * @throws Failure
 */
export function client(deps: {
  entry: string
  token: () => string | null
  clock: ServerClock
  /** Called when the service no longer knows the session. */
  sessionOver: () => void
  fetch: typeof fetch
}): Call {
  return async (route, body, signal) => {
    const token = deps.token()
    const response = await send(deps.fetch, pathOf(route, { entry: deps.entry }), {
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
    const answer = z.safeParse(route.answer, json)
    if (!answer.success) throw new Failure('unreadable')
    return answer.data
  }
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
  const problem = z.safeParse(Problem, json)
  if (!problem.success) return new Failure('unreadable')
  // A code from a newer server than this page reads as a failure of the service, with its reference.
  const { code } = problem.data
  return new Failure(isKnown(code) ? code : 'internal', problem.data)
}
