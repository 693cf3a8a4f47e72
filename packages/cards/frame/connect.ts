import type { FromFrame, Hello, Init, ToFrame } from '@cambio/wire/widget/CardFrame.ts'
import { channel, readInit, readToFrame } from './messageGuard.ts'

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
    const init = readInit(data)
    if (!init) return
    window.removeEventListener('message', greet)
    port = ports[0]
    port.addEventListener('message', (event: MessageEvent<unknown>) => {
      const message = readToFrame(event.data)
      if (message) on.message(message)
    })
    port.start()
    on.init(init)
  }
  window.addEventListener('message', greet)
  window.parent.postMessage({ channel, kind: 'hello', session_id } satisfies Hello, parent_origin)
  return (message) => port?.postMessage(message)
}
