import { useEffect, useSyncExternalStore } from 'react'
import { ended } from '@cambio/wire/Order.ts'
import type { WidgetView } from '@cambio/wire/Widget.ts'
import { payable } from './steps.ts'
import type { Seen, ViewStore } from './ViewStore.ts'
import type { Deps } from './Widget.ts'

const liveMs = 1_000
const slowMs = 10_000

/** The view on screen: looked at on opening, when the buyer comes back to it, and closely while an order moves. */
export function useView({ views, session }: Deps, enabled: boolean): Seen {
  const seen = useSyncExternalStore(views.subscribe, views.seen)
  const everyMs = enabled ? followMs(seen.view) : null
  useEffect(() => {
    if (!enabled) return
    const look = () => void quietly(views)
    const onReturn = () => {
      if (!document.hidden) look()
    }
    void quietly(views).then((found) => (found ? undefined : setTimeout(look, liveMs)))
    const stop = session.subscribe(look)
    document.addEventListener('visibilitychange', onReturn)
    window.addEventListener('online', look)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', onReturn)
      window.removeEventListener('online', look)
    }
  }, [views, session, enabled])
  useEffect(() => {
    if (everyMs === null) return
    let timer = setTimeout(() => void follow(), everyMs)
    let over = false
    async function follow(): Promise<void> {
      await quietly(views)
      if (!over) timer = setTimeout(() => void follow(), document.hidden ? slowMs : (everyMs ?? slowMs))
    }
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [views, everyMs])
  return seen
}

/** A look whose failure is shown through the store. */
function quietly(views: ViewStore): Promise<WidgetView | null> {
  return views.look().catch(() => null)
}

/** An order that waits for the buyer's card, or for the operator, does not move by itself; others do until they end. */
function followMs(view: WidgetView | null): number | null {
  const status = view?.order?.status ?? view?.order_state?.status
  if (!status || ended.has(status)) return null
  if (!view?.order) return liveMs
  return payable(view.order) || view.order.attempt?.state === 'stopped' ? slowMs : liveMs
}
