/** A request as it went out. */
export type Sent = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** A fetch that remembers what it sent last, so that the shop's page can show how its request was signed. */
export function watchedFetch(): { fetch: typeof globalThis.fetch; sent: () => Sent | null } {
  let last: Sent | null = null
  return {
    fetch: (input, init) => {
      const { method, url, headers } = new Request(input, init)
      const { pathname, search } = new URL(url)
      last = { method, path: pathname + search, headers: Object.fromEntries(headers) }
      return globalThis.fetch(input, init)
    },
    sent: () => last,
  }
}
