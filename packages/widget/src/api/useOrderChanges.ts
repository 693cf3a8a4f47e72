import { ended } from '@cambio/wire/order/orderStatus.ts'
import type { WidgetView } from '@cambio/wire/widget/Widget.ts'
import { useEffect } from 'react'
import type { Deps } from '../Widget.ts'

/**
 * A page that is left sooner opens no connection, milliseconds. Until there is one, the order is polled every second.
 */
const START_MS = 250

/** Follows the order of this page until it ends, but not while the page is hidden. */
export function useOrderChanges({ changes, views }: Deps, { order, order_state }: WidgetView): void {
  const status = (order ?? order_state)?.status
  const moves = status !== undefined && !ended.has(status)
  useEffect(() => {
    if (!moves) return
    let stop: (() => void) | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = () => {
      clearTimeout(timer)
      stop?.()
      stop = undefined
    }
    const enter = () => {
      leave()
      if (!document.hidden) timer = setTimeout(() => (stop = changes.listen(views.refresh)), START_MS)
    }
    enter()
    document.addEventListener('visibilitychange', enter)
    return () => {
      document.removeEventListener('visibilitychange', enter)
      leave()
    }
  }, [moves, changes, views])
}
