import type { Saved } from '@cambio/wire/widget/Saved.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWidget } from '../Widget.ts'
import { laterRoutes as routes } from './laterRoutes.ts'

const queryKey = ['saved']

/** What the buyer may use again; undefined until it is known, and where their session may not see it. */
export function useSaved(): {
  saved: Saved | undefined
  /** Whether it is still asked for. */
  isAsked: boolean
  receive: (saved: Saved) => void
} {
  const { call, session, view } = useWidget()
  const queries = useQueryClient()
  const token = session.token()
  const { data, isLoading } = useQuery({
    queryKey: [...queryKey, token],
    queryFn: ({ signal }) => call(routes.saved, undefined, signal),
    enabled: view.buyer !== null && token !== null,
    retry: false,
    staleTime: 'static',
  })
  return {
    saved: data,
    isAsked: isLoading,
    receive: (saved) => queries.setQueryData([...queryKey, token], saved),
  }
}
