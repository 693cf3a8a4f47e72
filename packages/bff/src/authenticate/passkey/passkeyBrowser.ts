import type { DoorContext } from '@cambio/server/http/door.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import { getCookie, setCookie } from 'hono/cookie'

/** Identifies the browser that asked for a challenge to sign in to the partner's page. It is no session. */
const COOKIE = 'cambio_partner_passkey'

/** How long the browser is known, seconds: the life of a challenge. */
const LIFE_SECONDS = 5 * 60

export function passkeyBrowserOf(c: DoorContext): string | undefined {
  const value = getCookie(c, COOKIE)
  return value !== undefined && /^[A-Za-z0-9_-]{22,64}$/.test(value) ? value : undefined
}

export function rememberPasskeyBrowser(c: DoorContext, browser: string, baseUrl: string): void {
  setCookie(c, COOKIE, browser, {
    path: pages.partner,
    httpOnly: true,
    sameSite: 'Strict',
    secure: baseUrl.startsWith('https:'),
    maxAge: LIFE_SECONDS,
  })
}
