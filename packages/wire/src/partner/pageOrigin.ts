/** A host name or an address, without anything that a policy would interpret as more than one host. */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/

/**
 * The origin in a text, as browsers write it; undefined where the text is not exactly an origin, since it goes into a
 * policy unchanged.
 */
export function pageOriginOf(text: string): string | undefined {
  const url = URL.parse(text)
  const isHttp = /^https?:$/.test(url?.protocol ?? '') && url?.username === '' && url.password === ''
  if (!url || !isHttp || !HOST.test(url.hostname) || url.href !== `${url.origin}/`) return undefined
  return url.origin
}
