import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the platform received it. */
export type ReceivedRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: string
  /** The fields of a form post. */
  readonly form: Readonly<Record<string, string>>
}

/** What the platform does with a request: an answer, or one of the ways an answer goes missing. */
export type Answering =
  | { readonly status?: number; readonly json: unknown }
  | {
      readonly status?: number
      readonly text: string | Uint8Array
      readonly headers?: Record<string, string>
    }
  | 'silence'
  | 'hang up'
  | 'hang up halfway'

/** A platform at the other end of a real socket, which answers as the test says and remembers what it heard. */
export async function platformDouble(answer: (request: ReceivedRequest) => Answering) {
  const requests: ReceivedRequest[] = []
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk as Buffer)
      const request = await readRequest(
        incoming.method ?? '',
        incoming.url ?? '',
        incoming.headers,
        Buffer.concat(chunks),
      )
      requests.push(request)
      reply(outgoing, answer(request))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    /** The actions that were posted, in their order. */
    actions: () => requests.flatMap(({ form }) => form['action'] ?? []),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readRequest(
  method: string,
  path: string,
  headers: NodeJS.Dict<string | string[]>,
  body: Buffer,
): Promise<ReceivedRequest> {
  const named = new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  const isForm = /^(multipart\/form-data|application\/x-www-form-urlencoded)/.test(
    named.get('content-type') ?? '',
  )
  const form = isForm
    ? await new Response(new Uint8Array(body), { headers: named }).formData()
    : new FormData()
  const fields = [...form.entries()].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : '(a file)',
  ])
  return { method, path, headers: named, body: body.toString(), form: Object.fromEntries(fields) }
}

function reply(outgoing: ServerResponse, answering: Answering): void {
  if (answering === 'silence') return
  if (answering === 'hang up') return void outgoing.destroy()
  if (answering === 'hang up halfway') {
    outgoing.writeHead(200, { 'content-length': '1000' })
    outgoing.write('{"action":"SALE","res', () => outgoing.destroy())
    return
  }
  const [text, headers] =
    'json' in answering ? [JSON.stringify(answering.json), {}] : [answering.text, answering.headers ?? {}]
  outgoing.writeHead(answering.status ?? 200, { 'content-type': 'application/json', ...headers })
  outgoing.end(text)
}
