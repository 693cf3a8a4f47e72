import type { Appearance, FromWidget, Init, ToWidget } from '@cambio/wire/widget/Frame.ts'
import { fromWidget, isHello, protocolVersion } from './messageGuard.ts'
import type { Theme } from './Options.ts'

/** The line to one widget in one iframe. */
export type Connection = {
  /** Whether the widget has said hello. */
  readonly open: () => boolean
  /** Remembered until the widget is there, where it is part of its init. */
  readonly setAppearance: (appearance: Appearance) => void
  readonly setTheme: (theme: Theme | null) => void
  readonly setLocale: (locale: string) => void
  readonly send: (message: ToWidget) => void
  /** The iframe has loaded a page: once it was reloaded, its widget may say hello anew. */
  readonly loaded: () => void
  readonly end: () => void
}

/** How the widget is shown, as its init says. */
type Shown = Pick<Init, 'locale' | 'appearance' | 'theme' | 'modal'>

/**
 * Waits for the hello of this iframe from this origin, once for each page that it loads, and answers with a port that
 * carries everything else. Other frames, other origins and a second hello change nothing.
 */
export function connect(
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>,
  iframe: { readonly contentWindow: Window | null },
  { origin, ...shown }: { readonly origin: string } & Shown,
  { onOpen, onMessage }: { onOpen: () => void; onMessage: (message: FromWidget) => void },
): Connection {
  let port: MessagePort | null = null
  /** A page says hello before it has loaded, so the first hello after an answered one waits for that. */
  let expected = true
  let waiting: Window | null = null
  const onHello = (event: MessageEvent<unknown>) => {
    const target = iframe.contentWindow
    if (!target || !isHello(event, { window: target, origin })) return
    if (expected) answer(target)
    else waiting = target
  }
  const answer = (target: Window) => {
    expected = false
    waiting = null
    port?.close()
    const channel = new MessageChannel()
    port = channel.port1
    port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const message = fromWidget(data)
      if (message) onMessage(message)
    })
    port.start()
    const init: Init = { ...shown, channel: 'cambio-widget', kind: 'init', v: protocolVersion }
    target.postMessage(init, origin, [channel.port2])
    onOpen()
  }
  page.addEventListener('message', onHello)
  const send = (message: ToWidget) => port?.postMessage(message)
  /** A message names what it changes as an init does, where its own kind stands in place of this one. */
  const show = (message: Exclude<ToWidget, { kind: 'close' }>) => {
    shown = { ...shown, ...message }
    send(message)
  }
  return {
    open: () => port !== null,
    setAppearance: (appearance) => show({ kind: 'appearance', appearance }),
    setTheme: (theme) => show({ kind: 'theme', theme: theme ?? {} }),
    setLocale: (locale) => show({ kind: 'locale', locale }),
    send,
    loaded: () => {
      if (waiting) answer(waiting)
      else expected = true
    },
    end: () => {
      page.removeEventListener('message', onHello)
      port?.close()
    },
  }
}
