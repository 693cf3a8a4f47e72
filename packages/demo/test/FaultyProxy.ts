import { once } from 'node:events'
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to a message on its way. */
export type Fault =
  /** The line is cut before the receiver hears of it. */
  | 'cut_before'
  /** The receiver has done what it was asked, and its answer is lost. */
  | 'cut_after'
  /** The sender believes that it was received; it was not. */
  | 'lost'
  /** It is delivered twice. */
  | 'twice'

export type Message = { readonly method: string; readonly path: string; readonly body: string }

/** A line between two programs that can be made bad. */
export type FaultyProxy = {
  readonly url: string
  /** The port that messages go on to, once it is known. */
  target: number
  close(): Promise<void>
}

/** Opens a line. @param faultOf says what happens to a message; nothing by default */
export async function openFaultyProxy(
  faultOf: (message: Message) => Fault | undefined,
): Promise<FaultyProxy> {
  const server = createServer((incoming, outgoing) => {
    carry(incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  async function carry(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    const fault = faultOf({
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      body: body.toString('utf8'),
    })
    if (fault === 'cut_before') return void outgoing.destroy()
    if (fault === 'lost') return void outgoing.end('OK')
    const answers = [await pass(incoming, body)]
    if (fault === 'twice') answers.push(await pass(incoming, body))
    if (fault === 'cut_after') return void outgoing.destroy()
    const answer = answers.at(-1)
    outgoing.writeHead(answer?.status ?? 502, answer?.headers)
    outgoing.end(answer?.body)
  }

  async function pass(incoming: IncomingMessage, body: Buffer) {
    const { method, url, headers } = incoming
    const onward = forward({
      host: 'localhost',
      port: proxy.target,
      method,
      path: url,
      headers,
      agent: false,
    })
    onward.end(body)
    const [answer] = (await once(onward, 'response')) as [IncomingMessage]
    const parts: Buffer[] = []
    for await (const part of answer) parts.push(part as Buffer)
    // How long a connection rests is each line's own: whoever was told the program's minute would send on one that this
    // proxy closes after seconds.
    const { connection: _, 'keep-alive': __, ...others } = answer.headers
    return { status: answer.statusCode ?? 502, headers: others, body: Buffer.concat(parts) }
  }

  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${port}`,
    target: 0,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}
