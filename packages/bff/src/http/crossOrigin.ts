import type { DoorEnv } from '@cambio/server/http/door.ts'
import type { Hono } from 'hono'
import type { AnswerHeaders } from './problem.ts'

/** How long a browser caches a preflight, seconds; no browser caches it for more than two hours. */
const MAX_AGE = '7200'

/**
 * Lets pages of any origin read an answer. It is for callers without credentials or with explicit ones: browsers add
 * none by themselves, so a page can do nothing here that its server could not.
 */
export const crossOrigin: Readonly<AnswerHeaders> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Deprecation, Idempotent-Replayed, RateLimit, RateLimit-Policy, Retry-After, Sunset, WWW-Authenticate, X-Request-Id',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** Answers a browser's CORS preflight. */
export function mountPreflight(app: Hono<DoorEnv>, path: string, methods: readonly string[]): void {
  const headers = {
    ...crossOrigin,
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key',
    'Access-Control-Max-Age': MAX_AGE,
  }
  app.on('OPTIONS', path, () => new Response(null, { status: 204, headers }))
}
