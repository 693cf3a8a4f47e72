import type { FromWidget, Init, ToWidget } from '@cambio/wire/widget/Frame.ts'
import { marker, version } from '@cambio/wire/widget/framing.ts'
import { isFromWidget, isHello } from './messageGuard.ts'

/** The connection to one widget in one iframe. */
export type Connection = {
  /** Whether the widget has sent its hello. */
  readonly open: () => boolean
  /** Sets how the widget is shown from now on. It is kept until the widget is there, and is then part of its init. */
  readonly show: (message: Exclude<ToWidget, { kind: 'close' }>) => void
  readonly send: (message: ToWidget) => void
  /** The iframe has loaded a page. After a reload its widget may send a hello again. */
  readonly loaded: () => void
  readonly end: () => void
}

/** How the widget is shown, as in its init. */
type Shown = Pick<Init, 'locale' | 'appearance' | 'theme' | 'modal'>

/**
 * Waits for the hello of this iframe from this origin, once for each page that it loads, and answers with a port for
 * everything else. Other frames, other origins and a second hello change nothing.
 */
export function connect(
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>,
  iframe: { readonly contentWindow: Window | null },
  origin: string,
  shown: Shown,
  onOpen: () => void,
  onMessage: (message: FromWidget) => void,
): Connection {
  let port: MessagePort | null = null
  /** A page sends its hello before it has loaded, so the first hello after an answered one waits for the load. */
  let expected = true
  let waiting: Window | null = null
  const onHello = (event: MessageEvent<unknown>) => {
    const target = iframe.contentWindow
    if (!target || !isHello(event, target, origin)) return
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
      if (isFromWidget(data)) onMessage(data)
    })
    port.start()
    const init: Init = { ...shown, channel: marker, kind: 'init', v: version }
    target.postMessage(init, origin, [channel.port2])
    onOpen()
  }
  page.addEventListener('message', onHello)
  const send = (message: ToWidget) => port?.postMessage(message)
  return {
    open: () => port !== null,
    // A message names what it changes as an init does, with its own kind.
    show: (message) => {
      shown = { ...shown, ...message }
      send(message)
    },
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
