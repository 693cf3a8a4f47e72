import { useEffect } from 'react'
import type { Host } from './host.ts'

/** Marks a page that lies in a dialog over another one: whose button to close stands in the corner of ours. */
export function useClosable(host: Host): void {
  useEffect(
    () =>
      host.subscribe((message) => {
        if (message.kind === 'init')
          document.documentElement.toggleAttribute('data-closable', message.init.modal === true)
      }),
    [host],
  )
}
