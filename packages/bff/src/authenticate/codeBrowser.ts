import type { DoorContext } from '@cambio/server/http/door.ts'
import { getCookie, setCookie } from 'hono/cookie'

/** Identifies the browser that opened the link of a mailed code. It is no session. */
const COOKIE = 'cambio_code'

/** How long the browser is known, seconds: the life of a few codes. */
const LIFE_SECONDS = 60 * 60

/** The browser that sent a request, if it opened a code's link. */
export function codeBrowserOf(c: DoorContext): string | undefined {
  const value = getCookie(c, COOKIE)
  return value !== undefined && /^[A-Za-z0-9_-]{22,64}$/.test(value) ? value : undefined
}

/** Sets the cookie that the browser sends to the widget's routes and to the page of the link. */
export function rememberCodeBrowser(c: DoorContext, browser: string, baseUrl: string): void {
  setCookie(c, COOKIE, browser, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: baseUrl.startsWith('https:'),
    maxAge: LIFE_SECONDS,
  })
}
