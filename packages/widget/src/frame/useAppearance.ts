import type { Init } from '@cambio/wire/widget/Frame.ts'
import type { WidgetView } from '@cambio/wire/widget/Widget.ts'
import { useEffect } from 'react'
import { fetchPart } from '../api/fetchPart.ts'
import type { Host } from './host.ts'

/**
 * Sets the appearance that the partner's page asks for; otherwise that of the theme that the exchange put into this
 * page, or of the reader's system. What a page's theme needs is fetched once the page sends one.
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
          // If that cannot be fetched, the widget keeps the exchange's theme.
          fetchPart(() => import('./fromPage.ts'))
            .then(({ showTheme, reportPermissions }) => {
              showTheme(view, theme)
              if (message.kind === 'init') reportPermissions()
            })
            .catch(() => undefined)
      }),
    [host, view],
  )
}
