import type { DoorContext } from '@cambio/server/http/door.ts'

const OPENER = 'Cross-Origin-Opener-Policy'

/** What a page may do; nothing else is allowed. Each entry is one directive with its sources. */
export type Policy = Readonly<Record<string, readonly string[]>>

/**
 * Sets the Content-Security-Policy of a page; a directive without a source allows nothing. The page has no access to the
 * window that opened it, unless its route has set that already.
 */
export function applyPolicy(c: DoorContext, policy: Policy): void {
  const strict: Policy = {
    'default-src': [],
    'base-uri': [],
    'form-action': [],
    'frame-ancestors': [],
    ...policy,
  }
  const text = Object.entries(strict)
    .map(([directive, sources]) => `${directive} ${sources.length > 0 ? sources.join(' ') : "'none'"}`)
    .join('; ')
  c.header('Content-Security-Policy', text)
  if (!c.res.headers.has(OPENER)) c.header(OPENER, 'same-origin')
}
