import type { Saved } from '@cambio/wire/widget/Saved.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWidget } from '../Widget.ts'
import { laterRoutes as routes } from './laterRoutes.ts'

const queryKey = ['saved']

/** What is saved of a buyer who gives their details for the first time: no card and no wallet. */
export const nothingSaved: Saved = { cards: [], devices: [], wallets: [] }

/** What the buyer may use again; undefined until it is known, and where their session may not see it. */
export function useSaved(): {
  saved: Saved | undefined
  /** Whether it is still being requested. */
  isAsked: boolean
  /** Requests it again: another device may have been remembered meanwhile. */
  refresh: () => void
} {
  const { call, session, view } = useWidget()
  const token = session.token()
  const { data, isLoading, refetch } = useQuery({
    queryKey: [...queryKey, token],
    queryFn: ({ signal }) => call(routes.saved, undefined, signal),
    enabled: view.buyer !== null && token !== null,
    retry: false,
    staleTime: 'static',
  })
  return {
    saved: data,
    isAsked: isLoading,
    refresh: () => void refetch(),
  }
}

/** Reads what is saved of the buyer from the answer of an act. */
export function useReceiveSaved(): (saved: Saved) => void {
  const { session } = useWidget()
  const queries = useQueryClient()
  return (saved) => queries.setQueryData([...queryKey, session.token()], saved)
}
