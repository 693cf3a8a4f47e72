import { useSyncExternalStore } from 'react'
import { useWidget } from '../Widget.ts'

/**
 * Back to the partner: to the address it named, in the whole window, else by closing what lies over its page, else, from
 * a page of our own, to its shop. Null where there is nothing to go back to. A press of the buyer's is what lets a frame
 * lead the whole window away.
 */
export function useReturn(): (() => void) | null {
  const { view, host } = useWidget()
  const closable = useSyncExternalStore(host.subscribe, host.closable)
  const named = view.order?.return_url
  if (!named && closable) return () => host.send({ kind: 'close' })
  const url = named ?? (host.framed ? null : view.partner.origins[0])
  return url ? () => void window.open(url, '_top') : null
}
