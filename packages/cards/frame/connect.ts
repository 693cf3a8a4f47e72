import { Init, marker, ToFrame, type FromFrame, type Hello } from '@cambio/wire/widget/CardFrame.ts'

/**
 * Says hello to the one origin that may hold this frame and takes the port it answers with: the first, from the
 * window above, and from that origin only.
 */
export function connect(
  { session_id, parent_origin }: { session_id: string; parent_origin: string },
  on: { init: (init: Init) => void; message: (message: ToFrame) => void },
): (message: FromFrame) => void {
  let port: MessagePort | null = null
  const greet = ({ source, origin, data, ports }: MessageEvent<unknown>) => {
    if (source !== window.parent || origin !== parent_origin || !ports[0]) return
    const init = Init.safeParse(data)
    if (!init.success) return
    window.removeEventListener('message', greet)
    port = ports[0]
    port.addEventListener('message', (event: MessageEvent<unknown>) => {
      const message = ToFrame.safeParse(event.data)
      if (message.success) on.message(message.data)
    })
    port.start()
    on.init(init.data)
  }
  window.addEventListener('message', greet)
  window.parent.postMessage({ channel: marker, kind: 'hello', session_id } satisfies Hello, parent_origin)
  return (message) => port?.postMessage(message)
}
