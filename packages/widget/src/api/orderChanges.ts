/** Reports that the order of this entry has changed, while the service can be reached. */
export type OrderChanges = {
  /** Whether it can be reached now. */
  isHeard(): boolean
  /** Begins to listen, on one connection. @returns a function that ends it */
  listen(onChange: () => void): () => void
}

/** A browser reconnects by itself after a lost connection, but not after a refused one; milliseconds. */
const RETRY_MS = 15_000

/**
 * Server-sent events of the service. They only say that something changed. Without them, the listener has to poll.
 * @param connect opens an address as `new EventSource` does
 */
export function orderChanges(entry: string, connect: (url: string) => EventSource): OrderChanges {
  let heard = false
  return {
    isHeard: () => heard,
    listen(onChange) {
      let again: ReturnType<typeof setTimeout> | undefined
      let source: EventSource
      const stop = () => {
        heard = false
        clearTimeout(again)
        source.close()
      }
      const start = () => {
        source = connect(`/api/widget/${entry}/changes`)
        source.addEventListener('open', () => (heard = true))
        source.addEventListener('changed', onChange)
        source.addEventListener('end', stop)
        source.addEventListener('error', () => {
          if (heard) onChange()
          heard = false
          if (source.readyState === source.CLOSED) again = setTimeout(start, RETRY_MS)
        })
      }
      start()
      return stop
    },
  }
}
