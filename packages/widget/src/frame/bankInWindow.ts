import type { Deps } from '../Widget.ts'

/**
 * The address that leads the whole window to the bank. A browser keeps what our frame knows apart from what our own page
 * knows in the window, so a frame's session goes along: behind the `#`, which is sent to no server. The page there keeps it
 * for the way back, and takes it out of the address. It is never the address of a link, which people copy.
 * @param url the page that leads to the bank
 */
export function bankInWindow(url: string, { host, session }: Pick<Deps, 'host' | 'session'>): string {
  const [token, email] = [session.token(), session.email()]
  if (!host.framed || token === null || email === null) return url
  return `${url}?resume#${encodeURIComponent(JSON.stringify({ token, email }))}`
}
