import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import type { Route } from '@cambio/wire/http/route.ts'
import type { ExchangeEnvironment } from '../program/environment.ts'
import type { AnswerHeaders } from './problem.ts'

/** When version 1 of the API is deprecated, and when it may be removed. */
export type Retirement = { readonly deprecatedFrom: Date; readonly sunset: Date }

/** The shortest time that partners have to migrate, milliseconds: the shortest six months. */
const NOTICE_MS = 181 * 24 * 60 * 60 * 1_000

/**
 * The dates that the operator has set for version 1; null if there are none. @throws StartRefused for one date alone,
 * or too short a notice
 */
export function retirementOf({
  V1_DEPRECATED_FROM: deprecatedFrom,
  V1_SUNSET: sunset,
}: Pick<ExchangeEnvironment, 'V1_DEPRECATED_FROM' | 'V1_SUNSET'>): Retirement | null {
  if (deprecatedFrom === undefined && sunset === undefined) return null
  if (deprecatedFrom === undefined || sunset === undefined)
    throw new StartRefused('Set both V1_DEPRECATED_FROM and V1_SUNSET, or neither.')
  if (sunset.getTime() - deprecatedFrom.getTime() < NOTICE_MS)
    throw new StartRefused('V1_SUNSET must be at least six months after V1_DEPRECATED_FROM.')
  return { deprecatedFrom, sunset }
}

/** The headers about a route's version in each of its answers: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */
export function retirementHeaders({ path }: Route, retirement: Retirement | null): Readonly<AnswerHeaders> {
  if (retirement === null || !path.startsWith('/api/v1/')) return {}
  return {
    Deprecation: `@${retirement.deprecatedFrom.getTime() / 1_000}`,
    Sunset: retirement.sunset.toUTCString(),
  }
}
