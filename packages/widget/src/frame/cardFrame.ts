import type { FromFrame, Init, ToFrame } from '@cambio/wire/widget/CardFrame.ts'
import { channel, readFromFrame, readHello } from './cardFrameMessages.ts'

export type CardFrame = { readonly send: (message: ToFrame) => void; readonly close: () => void }

/**
 * Waits for the card form's hello, then sends it its port. Only this frame's window, its own origin and its session are
 * accepted, and only once; a form that reloads is a new session.
 */
export function connectCardFrame(
  window: Window,
  {
    frame,
    session_id,
    url,
    init,
    onOpen,
    onMessage,
  }: {
    frame: () => Window | null
    session_id: string
    url: string
    init: () => Pick<Init, 'locale' | 'theme'>
    onOpen: () => void
    onMessage: (message: FromFrame) => void
  },
): CardFrame {
  const { origin } = new URL(url)
  const { port1: port, port2: theirs } = new MessageChannel()
  const onHello = (event: MessageEvent<unknown>) => {
    const target = frame()
    if (!target || !isHello(event, { source: target, origin, session_id })) return
    window.removeEventListener('message', onHello)
    const message: Init = { channel, kind: 'init', ...init() }
    target.postMessage(message, origin, [theirs])
    onOpen()
  }
  port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = readFromFrame(data)
    if (message) onMessage(message)
  })
  port.start()
  window.addEventListener('message', onHello)
  return {
    send: (message) => port.postMessage(message),
    close: () => {
      window.removeEventListener('message', onHello)
      port.close()
    },
  }
}

/** Whether a message is the hello of exactly this frame. */
export function isHello(
  { source, origin, data }: Pick<MessageEvent<unknown>, 'source' | 'origin' | 'data'>,
  from: { source: unknown; origin: string; session_id: string },
): boolean {
  if (source !== from.source || origin !== from.origin) return false
  return readHello(data)?.session_id === from.session_id
}
