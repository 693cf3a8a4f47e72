import type { WidgetStatus } from '@cambio/wire/widget/Widget.ts'
import type { Deps } from '../Widget.ts'
import { followOrder } from './followOrder.ts'

/**
 * A page that is left sooner opens no connection, milliseconds. Until there is one, the order is polled every second.
 */
const START_MS = 250

/**
 * Follows the order of this page, but not while the page is hidden, and anew with each session: what events bring
 * depends on it. @returns a function that ends it
 */
export function followWhileSeen({ entry, session, views, changes }: Deps): () => void {
  let left: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasEnded = false
  const leave = () => {
    clearTimeout(timer)
    left?.abort()
    changes.hear(false)
  }
  const start = () => {
    left = new AbortController()
    const { version: seen, receive, refresh } = views
    const following = {
      entry,
      seen,
      refresh,
      receive: (status: WidgetStatus) => void receive(status).catch(() => undefined),
      session: session.token(),
      fetch: (...request: Parameters<typeof fetch>) => fetch(...request),
      hear: changes.hear,
    }
    void followOrder(following, left.signal).then((isOver) => (hasEnded ||= isOver))
  }
  const enter = () => {
    if (hasEnded) return
    leave()
    if (!document.hidden) timer = setTimeout(start, START_MS)
  }
  enter()
  document.addEventListener('visibilitychange', enter)
  const unsubscribe = session.subscribe(enter)
  return () => {
    document.removeEventListener('visibilitychange', enter)
    unsubscribe()
    leave()
  }
}
