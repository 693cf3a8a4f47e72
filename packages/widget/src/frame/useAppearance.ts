import type { Init } from '@cambio/wire/widget/Frame.ts'
import type { WidgetView } from '@cambio/wire/widget/Widget.ts'
import { useEffect } from 'react'
import { fetchPart } from '../api/fetchPart.ts'
import type { Host } from './host.ts'

/**
 * Looks as the partner's page says; without its word, as the theme that the exchange has put into this page, or as the
 * reader's system. What a theme of the page needs is fetched once it says one.
 */
export function useAppearance(host: Host, view: WidgetView | null): void {
  useEffect(
    () =>
      host.subscribe((message) => {
        const said: { kind: string; appearance?: Init['appearance']; theme?: object | undefined } =
          message.kind === 'init' ? message.init : message
        const { appearance, theme } = said
        if (appearance) document.documentElement.dataset['appearance'] = appearance
        if (theme && view)
          // Where it does not come, the widget looks as the exchange has made it look.
          fetchPart(() => import('./pageTheme.ts'))
            .then(({ showTheme }) => showTheme(view, theme))
            .catch(() => undefined)
      }),
    [host, view],
  )
}
