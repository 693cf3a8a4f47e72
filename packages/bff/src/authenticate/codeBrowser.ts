import type { DoorContext } from '@cambio/server/http/door.ts'
import { getCookie, setCookie } from 'hono/cookie'

/** Names the browser in which the link of a mailed code was pressed. It signs nobody in. */
const COOKIE = 'cambio_code'

/** How long the browser is known, seconds: as long as a few codes are good. */
const LIFE_SECONDS = 60 * 60

/** The browser that a request comes from, where a link was pressed in it. */
export function codeBrowserOf(c: DoorContext): string | undefined {
  const value = getCookie(c, COOKIE)
  return value !== undefined && /^[A-Za-z0-9_-]{22,64}$/.test(value) ? value : undefined
}

/** Has the browser send its name with what it asks of the widget's routes, and of the page of the link. */
export function rememberCodeBrowser(c: DoorContext, browser: string, baseUrl: string): void {
  setCookie(c, COOKIE, browser, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: baseUrl.startsWith('https:'),
    maxAge: LIFE_SECONDS,
  })
}
