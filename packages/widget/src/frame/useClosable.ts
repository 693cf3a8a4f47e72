import { useEffect } from 'react'
import type { Host } from './host.ts'

/** Marks a page in a dialog over another one: the dialog's close button is in our corner. */
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
