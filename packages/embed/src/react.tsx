// Without this a page that a server renders cannot import it: hooks run in a browser alone.
'use client'

import { useEffect, useRef } from 'react'
import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { WidgetElementAttributes } from './global.ts'
import { mount } from './mount.ts'
import type { Handle, Options } from './Options.ts'

/** The widget as a React component. It is opened anew for another request; language, appearance and theme change in place. */
export function CambioWidget({
  requestId,
  baseUrl,
  mode,
  challenge,
  locale,
  appearance,
  theme,
  onEvent,
}: Options) {
  const place = useRef<HTMLDivElement>(null)
  const handle = useRef<Handle | null>(null)
  const latest = useRef({ locale, appearance, theme, onEvent })
  useEffect(() => {
    latest.current = { locale, appearance, theme, onEvent }
  })
  useEffect(() => {
    const { locale, appearance, theme } = latest.current
    const mounted = mount(place.current, {
      requestId,
      baseUrl,
      mode,
      challenge,
      locale,
      appearance,
      theme,
      onEvent: (event) => latest.current.onEvent?.(event),
    })
    handle.current = mounted
    return () => {
      handle.current = null
      mounted.close()
    }
  }, [requestId, baseUrl, mode, challenge])
  useEffect(() => {
    if (locale) handle.current?.setLocale(locale)
  }, [locale])
  useEffect(() => {
    if (appearance) handle.current?.setAppearance(appearance)
  }, [appearance])
  useEffect(() => {
    handle.current?.setTheme(theme ?? null)
  }, [theme])
  return <div ref={place} />
}

/** What `<cambio-widget>` takes in JSX. */
export type WidgetElementProps = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> &
  WidgetElementAttributes

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace -- React's own name for the elements that JSX knows.
  namespace JSX {
    interface IntrinsicElements {
      'cambio-widget': WidgetElementProps
    }
  }
}
