import { useSyncExternalStore } from 'react'
import { useWidget } from './Widget.ts'

/**
 * Back to the partner: to the address it named, in the whole window, else by closing what lies over its page. Null where
 * there is nothing to go back to. A press of the buyer's is what lets a frame lead the whole window away.
 */
export function useWayBack(): (() => void) | null {
  const { view, host } = useWidget()
  const closable = useSyncExternalStore(host.hear, host.closable)
  const url = view.order?.return_url
  if (url) return () => void window.open(url, '_top')
  return closable ? () => host.tell({ kind: 'close' }) : null
}
