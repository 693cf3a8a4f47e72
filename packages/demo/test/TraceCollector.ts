import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'

const Attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.optional(z.string()),
              name: z.string(),
            }),
          ),
        }),
      ),
    }),
  ),
})

type CollectedSpan = {
  readonly program: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string | undefined
  readonly name: string
}

/** A collector of traces, which takes OTLP over HTTP in JSON. */
export async function openTraceCollector() {
  const spans: CollectedSpan[] = []
  const bodies: string[] = []
  const server = createServer((incoming, outgoing) => {
    void text(incoming).then((body) => {
      bodies.push(body)
      for (const { resource, scopeSpans } of Export.parse(JSON.parse(body)).resourceSpans) {
        const name = resource.attributes.find(({ key }) => key === 'service.name')
        const program = String(name?.value['stringValue'])
        for (const scope of scopeSpans) for (const span of scope.spans) spans.push({ program, ...span })
      }
      outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** What has come so far, of all programs. */
    spans: spans as readonly CollectedSpan[],
    /** What was sent, as it was sent. */
    bodies: bodies as readonly string[],
    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
