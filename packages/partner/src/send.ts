import { pathOf } from '@cambio/wire/http/pathOf.ts'
import type { Answer, Route, Sending } from '@cambio/wire/http/route.ts'
import * as z from 'zod/mini'
import { openSchema, type Open } from './Open.ts'
import { NoAnswer, problemOf } from './ProblemError.ts'

/** How long a call may take, milliseconds. */
export const TIME_LIMIT_MS = 30_000

/** Sends a call of the contract and reads its answer. @throws ProblemError, NoAnswer */
export async function send<R extends Route>(
  to: {
    readonly baseUrl: string
    readonly fetch: typeof globalThis.fetch
    readonly timeLimitMs: number
    /** The headers that identify the caller. */
    readonly credentials: (url: URL, body: string) => Readonly<Record<string, string>>
  },
  route: R,
  sending: Sending<R>,
  idempotencyKey: string | undefined,
): Promise<Open<Answer<R>>> {
  const url = urlOf(to.baseUrl, route, sending)
  const content = z.parse(Parts, sending).body
  const body = content === undefined ? '' : JSON.stringify(content)
  const headers = {
    ...to.credentials(url, body),
    ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
  }
  const request = { method: route.method, headers, ...(body === '' ? {} : { body }) }
  const { response, json } = await exchange(to.fetch, url, request, AbortSignal.timeout(to.timeLimitMs))
  if (!response.ok) throw problemOf(response, json)
  const answer = z.safeParse(openSchema(route.answer), json)
  if (!answer.success) throw new NoAnswer(`The exchange answered ${route.path} in a way that cannot be read`)
  return answer.data as Open<Answer<R>>
}

/** The parts of any route's request. The contract says which a route has, and the compiler checks the caller. */
const Parts = z.object({
  params: z.optional(z.record(z.string(), z.string())),
  query: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.undefined()]))),
  body: z.optional(z.unknown()),
})

/** The address of a call. */
export function urlOf(baseUrl: string, route: Route, sending: unknown): URL {
  const { params, query } = z.parse(Parts, sending)

  const url = new URL(baseUrl.replace(/\/+$/, '') + pathOf(route, params))
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value))
  return url
}

async function exchange(
  fetch: typeof globalThis.fetch,
  url: URL,
  request: RequestInit,
  limit: AbortSignal,
): Promise<{ response: Response; json: unknown }> {
  try {
    const response = await fetch(url, { ...request, redirect: 'error', signal: limit })
    return { response, json: await response.json() }
  } catch (error) {
    const why = limit.aborted ? 'in time' : 'with anything that can be read'
    throw new NoAnswer(`The exchange did not answer ${why}`, { cause: error })
  }
}
