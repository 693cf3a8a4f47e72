import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { request, type RequestOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as after } from 'node:timers/promises'

/* What the programs need of a reverse proxy in front of them, asked of one that runs before a server that echoes. */

const PATIENCE_MS = 10_000
const BODY_BYTES = 64 * 1_024

/** Holds a proxy to what the programs need of it. @throws Error that says what is otherwise */
export async function expectPromised(port: number): Promise<void> {
  const spoofed = await ask(port, { path: '/echo', headers: { 'X-Forwarded-For': '203.0.113.9' } })
  const seen = JSON.parse(spoofed.body) as Record<string, string>
  expectEqual('X-Forwarded-For', seen['x-forwarded-for'], '127.0.0.1')
  expectEqual('Host', seen['host'], 'exchange.example.com')
  expectEqual('X-Forwarded-Proto', seen['x-forwarded-proto'], 'https')
  for (const path of ['/metrics', '/health/ready']) expectEqual(path, (await ask(port, { path })).status, 404)
  const body = 'x'.repeat(BODY_BYTES)
  expectEqual('a body of 64 kB', (await ask(port, { path: '/echo', method: 'POST' }, body)).status, 200)
  const large = await ask(port, { path: '/echo', method: 'POST' }, body.repeat(4))
  expectEqual('a body of 256 kB', large.status, 413)
  expectEqual('the first event', await firstEvent(port), 'data: one\n\n')
  await untilStreamsEnd(port)
}

function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${what} is ${String(found)}, and should be ${String(expected)}.`)
}

/**
 * Tells the headers of what reached it, and refuses large bodies as the programs do. At /events it says one thing and goes
 * on until its caller leaves; at /streams it tells how many such callers it has.
 */
export function echoServer() {
  let streams = 0
  return createServer((incoming, response) => {
    if (incoming.url === '/events') {
      streams += 1
      response.once('close', () => (streams -= 1))
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' })
      response.write('data: one\n\n')
      return
    }
    if (Number(incoming.headers['content-length'] ?? 0) > BODY_BYTES) response.statusCode = 413
    const told = incoming.url === '/streams' ? streams : incoming.headers
    incoming.resume().on('end', () => response.end(JSON.stringify(told)))
  })
}

export function addressOf(server: ReturnType<typeof createServer>): string {
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

type Reply = { readonly status: number | undefined; readonly body: string }

function send(port: number, options: RequestOptions, body = ''): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = {
      Host: 'exchange.example.com',
      ...(options.headers as Record<string, string> | undefined),
    }
    const target = { host: '127.0.0.1', port, servername: 'exchange.example.com', rejectUnauthorized: false }
    const sent = request({ ...target, ...options, headers, agent: false }, resolve)
    sent.on('error', reject)
    sent.end(body)
  })
}

async function ask(port: number, options: RequestOptions, body?: string): Promise<Reply> {
  const response = await send(port, options, body)
  return { status: response.statusCode, body: await text(response) }
}

/** What of a stream comes before it ends. */
async function firstEvent(port: number): Promise<string> {
  const stream = await send(port, { path: '/events' })
  const [piece] = (await once(stream, 'data', { signal: AbortSignal.timeout(PATIENCE_MS) })) as [Buffer]
  stream.destroy()
  return piece.toString()
}

/** A page that was closed costs the program no connection. @throws Error where one stays open for 10 s */
async function untilStreamsEnd(port: number): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while ((await ask(port, { path: '/streams' })).body !== '0') {
    if (Date.now() > deadline) throw new Error('The stream of a caller who left stays open.')
    await after(50)
  }
}

/** Waits until a proxy answers at a port of this machine. @throws Error after 10 s */
export async function untilAnswers(port: number): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      await ask(port, { path: '/echo' })
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await after(50)
    }
  }
}
