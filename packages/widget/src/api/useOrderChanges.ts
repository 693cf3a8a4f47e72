import { ended } from '@cambio/wire/order/orderStatus.ts'
import type { WidgetView } from '@cambio/wire/widget/Widget.ts'
import { useEffect } from 'react'
import type { Deps } from '../Widget.ts'

/** A page that is left at once opens no connection, milliseconds. The order is asked for every second until there is one. */
const START_MS = 250

/** Follows the order of this page until it ends; not while the page is out of sight. */
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
