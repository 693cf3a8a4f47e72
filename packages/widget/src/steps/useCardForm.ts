import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf, type Failure } from '../api/Failure.ts'
import { laterRoutes as routes } from '../api/laterRoutes.ts'
import { useWidget } from '../Widget.ts'

/** A form of the card platform: the page of its frame, and its session, which accepts one card. */
export type Fields = { readonly session_id: string; readonly url: string }

/** No two forms of this page share a number, so that none is mistaken for one that was used before. */
let opened = 0

/**
 * Opens a card form when the screen opens, and replaces it on request.
 * @param savedCard the saved card that it is for; null for any card, undefined while it is not known which
 */
export function useCardForm(savedCard: string | null | undefined): {
  fields: Fields | null
  failure: Failure | null
  open: () => void
} {
  const { call, views, writing } = useWidget()
  const [form, setForm] = useState(nextForm)
  const { data, error, isFetching } = useQuery({
    queryKey: ['card form', form, savedCard],
    enabled: savedCard !== undefined,
    queryFn: async ({ signal }) => {
      try {
        const named = savedCard == null ? {} : { saved_card: savedCard }
        return await call(routes.fields, { locale: writing.tag, limit_first: 1, ...named }, signal)
      } catch (thrown) {
        if (failureOf(thrown).overtaken) views.refresh()
        throw thrown
      }
    },
    staleTime: 'static',
    gcTime: 0,
  })
  return {
    fields: data ?? null,
    failure: shownFailure(error),
    open: () => {
      if (!isFetching) setForm(nextForm)
    },
  }
}

/** If the order has changed meanwhile, it is read again and shows its own status. */
function shownFailure(thrown: Error | null): Failure | null {
  const failure = thrown && failureOf(thrown)
  return failure?.overtaken ? null : failure
}

function nextForm(): number {
  opened += 1
  return opened
}
