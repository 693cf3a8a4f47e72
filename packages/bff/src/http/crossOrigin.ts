import type { DoorEnv } from '@cambio/server/http/door.ts'
import type { Hono } from 'hono'
import type { AnswerHeaders } from './problem.ts'

/** Seconds for which a browser need not ask again; no browser keeps it longer than two hours. */
const MAX_AGE = '7200'

/**
 * Lets pages of any origin read an answer. For callers that are recognised by what they send themselves or not at all:
 * a browser adds no credentials of its own, so that a page can do nothing here that its server could not.
 */
export const crossOrigin: Readonly<AnswerHeaders> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Deprecation, Idempotent-Replayed, RateLimit, RateLimit-Policy, Retry-After, Sunset, WWW-Authenticate, X-Request-Id',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** Answers the question that a browser asks before it sends what a plain form could not. */
export function mountPreflight(app: Hono<DoorEnv>, path: string, methods: readonly string[]): void {
  const headers = {
    ...crossOrigin,
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key',
    'Access-Control-Max-Age': MAX_AGE,
  }
  app.on('OPTIONS', path, () => new Response(null, { status: 204, headers }))
}
