import { useEffect } from 'react'
import type { Host } from './host.ts'

/** Light or dark as the partner's page says; without its word, as the reader's system says. */
export function useAppearance(host: Host): void {
  useEffect(
    () =>
      host.subscribe((message) => {
        const appearance =
          message.kind === 'init'
            ? message.init.appearance
            : message.kind === 'appearance'
              ? message.appearance
              : null
        if (!appearance) return
        if (appearance === 'system') delete document.documentElement.dataset['appearance']
        else document.documentElement.dataset['appearance'] = appearance
        window.dispatchEvent(new Event('appearance'))
      }),
    [host],
  )
}
