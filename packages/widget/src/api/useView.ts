import type { WidgetView } from '@cambio/wire/widget/Widget.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Deps } from '../Widget.ts'
import { failureOf, type Failure } from './Failure.ts'

/** The last known view, and why the last request for it failed, if it did. */
export type ShownView = { readonly view: WidgetView | null; readonly failure: Failure | null }

/** The view on screen. It is read on opening, and again whenever the buyer's session begins or ends. */
export function useView({ views, session }: Deps, enabled: boolean): ShownView {
  const { data, error, failureReason } = useQuery({ ...views.query, enabled })
  useEffect(() => session.subscribe(views.refresh), [session, views])
  const thrown = error ?? failureReason
  return { view: data ?? null, failure: thrown && failureOf(thrown) }
}
