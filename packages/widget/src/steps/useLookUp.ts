import type { WidgetView } from '@cambio/wire/widget/Widget.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWidget } from '../Widget.ts'

const queryKey = ['look-up']
const everyMs = 2_000

/**
 * Reads the purchase until the service answers; canceled when the buyer leaves this screen.
 * @throws CancelledError when it was canceled
 */
export function useLookUp(): () => Promise<WidgetView> {
  const { views } = useWidget()
  const queries = useQueryClient()
  useEffect(() => () => void queries.cancelQueries({ queryKey }), [queries])
  return () =>
    queries.fetchQuery({ queryKey, queryFn: views.look, retry: true, retryDelay: everyMs, gcTime: 0 })
}
