import { once } from 'node:events'
import { connect } from 'node:net'
import { serve, type Fetch } from '../src/http/serve.ts'

/** An app, as a listening program calls it. */
type App = (...call: Parameters<Fetch>) => Response | Promise<Response>

/**
 * Begins to send a body to an app and breaks off; for tests.
 * @param head the request's line and headers, without the host
 * @returns the status that nobody hears any more
 */
export async function breakOff(app: App, head: readonly string[], begun: string): Promise<number> {
  const answered = Promise.withResolvers<number>()
  const serving = await serve(
    async (...call) => {
      const response = await app(...call)
      answered.resolve(response.status)
      return response
    },
    { host: '127.0.0.1', port: 0 },
  )
  const socket = connect(serving.port, '127.0.0.1')
  await once(socket, 'connect')
  const [line, ...headers] = head
  socket.write([line, 'Host: localhost', ...headers, '', `4\r\n${begun}`].join('\r\n'), () =>
    socket.destroy(),
  )
  try {
    return await answered.promise
  } finally {
    await serving.close()
  }
}
