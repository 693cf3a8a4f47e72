import { ended } from '@cambio/wire/order/orderStatus.ts'
import type { WidgetView } from '@cambio/wire/widget/Widget.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { laterSteps } from '../parts/laterSteps.ts'
import type { Deps } from '../Widget.ts'

/**
 * Follows the order of this page from when it may change; the service ends it with the order. Where that does not load,
 * the order is polled.
 */
export function useOrderChanges(deps: Deps, { order, order_state }: WidgetView): void {
  const status = (order ?? order_state)?.status
  const moves = status !== undefined && !ended.has(status)
  const { data } = useQuery({ ...laterSteps, enabled: moves })
  const follow = data?.followWhileSeen
  const stop = useRef<(() => void) | undefined>(undefined)
  useEffect(() => {
    if (moves) stop.current ??= follow?.(deps)
  }, [moves, follow, deps])
  useEffect(
    () => () => {
      stop.current?.()
      stop.current = undefined
    },
    [],
  )
}
