/** What the page was opened for, as the routes name it: a request's id, or an order's id and its secret. */
export function entryOf(location: { pathname: string; search: string }): string | null {
  const [, kind, id] = /^\/(w|o)\/([A-Za-z0-9_-]+)\/?$/.exec(location.pathname) ?? []
  if (!kind || !id) return null
  if (kind === 'w') return id
  const secret = new URLSearchParams(location.search).get('k')
  return secret && /^[A-Za-z0-9_-]+$/.test(secret) ? `${id}~${secret}` : null
}
