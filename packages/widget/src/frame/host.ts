import type { FromWidget, Hello, Init, ToWidget } from '@cambio/wire/widget/Frame.ts'
import { marker, version } from '@cambio/wire/widget/framing.ts'
import { readInit, readToWidget } from './hostMessages.ts'

/** The partner's page around the frame, as far as the widget may communicate with it. */
export type Host = {
  readonly framed: boolean
  /** Whether we cover the page and can be closed. Known once the page has sent its init. */
  readonly closable: () => boolean
  readonly send: (message: FromWidget) => void
  /** Sets the origins that may send us messages; an init that came earlier is checked now. */
  readonly trust: (origins: readonly string[]) => void
  readonly subscribe: (listener: (message: HostMessage) => void) => () => void
}

/** The messages of the page, including its init. */
export type HostMessage = ToWidget | { readonly kind: 'init'; readonly init: Init }

type Incoming = Pick<MessageEvent<unknown>, 'data' | 'origin' | 'ports'> & { readonly source: unknown }

/**
 * Sends a hello to the page around us and waits for its init. The first init from the parent window and an origin on
 * the partner's list is accepted; everything after it comes over its port. Alone in a tab it does nothing.
 */
export function connectHost(window: Window): Host {
  const framed = window.parent !== window
  const listeners = new Set<(message: HostMessage) => void>()
  const waiting: Incoming[] = []
  const unsent: FromWidget[] = []
  let origins: readonly string[] | null = null
  let port: MessagePort | null = null
  let closable = false

  const notify = (message: HostMessage) => {
    for (const listener of listeners) listener(message)
  }
  const take = (event: Incoming) => {
    if (port || !origins) return
    const init = acceptedInit(event, window.parent, origins)
    if (!init) return
    port = init.port
    closable = init.message.modal === true
    port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const message = readToWidget(data)
      if (message) notify(message)
    })
    port.start()
    window.removeEventListener('message', onMessage)
    notify({ kind: 'init', init: init.message })
    for (const message of unsent.splice(0)) port.postMessage(message)
  }
  const onMessage = (event: Incoming) => {
    if (event.source !== window.parent || waiting.length >= 10) return
    waiting.push(event)
    take(event)
  }

  if (framed) {
    window.addEventListener('message', onMessage)
    const hello: Hello = { channel: marker, kind: 'hello', v: version }
    window.parent.postMessage(hello, '*')
  }
  return {
    framed,
    closable: () => closable,
    send: (message) => {
      if (port) port.postMessage(message)
      else if (framed && unsent.length < 50) unsent.push(message)
    },
    trust: (list) => {
      origins = list
      for (const event of waiting) take(event)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The init of a message with its port; null unless it comes from this parent and from an origin on the list. */
export function acceptedInit(
  { data, origin, source, ports }: Incoming,
  parent: unknown,
  origins: readonly string[],
): { message: Init; port: MessagePort } | null {
  const [port] = ports
  if (source !== parent || !origins.includes(origin) || !port || ports.length !== 1) return null
  const message = readInit(data)
  return message ? { message, port } : null
}
