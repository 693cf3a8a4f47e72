import { useSyncExternalStore } from 'react'
import { useWidget } from '../Widget.ts'

/**
 * Returns to the partner: to the address it named, in the whole window; else by closing the dialog over its page; else,
 * from a page of our own, to its shop. Null where there is nowhere to return to. Only a press of the buyer lets a frame
 * navigate the whole window.
 */
export function useReturn(): (() => void) | null {
  const { view, host } = useWidget()
  const closable = useSyncExternalStore(host.subscribe, host.closable)
  const named = view.order?.return_url
  if (!named && closable) return () => host.send({ kind: 'close' })
  const url = named ?? (host.framed ? null : view.partner.origins[0])
  return url ? () => void window.open(url, '_top') : null
}
