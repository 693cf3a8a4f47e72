import type { Deps } from '../Widget.ts'

/**
 * The address that leads the whole window to the bank. A browser separates the storage of our frame from that of our
 * own page in the window, so a frame's session is passed along behind the `#`, which is sent to no server. The page
 * there stores it for the way back, and removes it from the address. It is never the address of a link, since people
 * copy links.
 * @param url the page that leads to the bank
 */
export function bankInWindow(url: string, { host, session }: Pick<Deps, 'host' | 'session'>): string {
  const [token, email] = [session.token(), session.email()]
  if (!host.framed || token === null || email === null) return url
  return `${url}?resume#${encodeURIComponent(JSON.stringify({ token, email }))}`
}
