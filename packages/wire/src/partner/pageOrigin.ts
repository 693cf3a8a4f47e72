/** A name or an address, without what a policy would take for more than one host. */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/

/**
 * The origin that a text names, written as browsers write it; undefined where the text is not an origin and nothing more,
 * since it goes into a policy as it is.
 */
export function pageOriginOf(text: string): string | undefined {
  const url = URL.parse(text)
  const isHttp = /^https?:$/.test(url?.protocol ?? '') && url?.username === '' && url.password === ''
  if (!url || !isHttp || !HOST.test(url.hostname) || url.href !== `${url.origin}/`) return undefined
  return url.origin
}
