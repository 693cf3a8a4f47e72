import type { DoorContext } from '@cambio/server/http/door.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

/** The session of a partner's contact. Browsers send it only to the partner's page, and never for another site. */
const COOKIE = 'cambio_partner'

/** How long a session lasts, seconds. */
export const SESSION_SECONDS = 12 * 60 * 60

/** The form of every random token that the exchange makes. */
const TOKEN = /^[A-Za-z0-9_-]{22,64}$/

export function partnerSessionOf(c: DoorContext): string | undefined {
  const value = getCookie(c, COOKIE)
  return value !== undefined && TOKEN.test(value) ? value : undefined
}

export function keepPartnerSession(c: DoorContext, session: string, baseUrl: string): void {
  setCookie(c, COOKIE, session, { ...scope(baseUrl), maxAge: SESSION_SECONDS })
}

export function forgetPartnerSession(c: DoorContext, baseUrl: string): void {
  deleteCookie(c, COOKIE, scope(baseUrl))
}

function scope(baseUrl: string) {
  return {
    path: pages.partner,
    httpOnly: true,
    sameSite: 'Strict',
    secure: baseUrl.startsWith('https:'),
  } as const
}
