import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { request, type RequestOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort } from '@cambio/server/freePort.ts'
import { run, tool } from './tool.ts'

const CONF = join(import.meta.dirname, '../nginx/cambio.conf')
const STARTS_WITHIN_MS = 10_000
const BODY_BYTES = 64 * 1_024

/** Runs nginx with the file as it is, but for ports and certificates, in front of a server that tells what reached it. */
export async function checkNginx(): Promise<string> {
  const nginx = tool('nginx', 'nginx-light')
  const openssl = tool('openssl', 'openssl')
  const folder = await mkdtemp(join(tmpdir(), 'cambio-nginx-'))
  const behind = echoServer()
  behind.listen(0, '127.0.0.1')
  await once(behind, 'listening')
  const port = await freePort(0)
  let child: ChildProcess | undefined
  try {
    const certificate = ['-newkey', 'rsa:2048', '-nodes', '-x509', '-days', '1', '-subj', '/CN=localhost']
    await run(openssl, ['req', ...certificate, '-keyout', join(folder, 'key'), '-out', join(folder, 'cert')])
    await writeFile(
      join(folder, 'nginx.conf'),
      await configuration(folder, { port, behind: addressOf(behind) }),
    )
    const words = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]
    await run(nginx, ['-t', ...words])
    child = spawn(nginx, [...words, '-g', 'daemon off;'], { stdio: 'ignore' })
    await untilAnswers(port)
    await expectPromised(port)
    return 'addresses, TLS, events, body sizes and closed paths are as they should be.'
  } finally {
    if (child !== undefined && child.exitCode === null) {
      child.kill('SIGQUIT')
      await once(child, 'exit')
    }
    behind.close()
    behind.closeAllConnections()
    await rm(folder, { recursive: true, force: true })
  }
}

/** What a caller finds. @throws Error that says what is otherwise */
async function expectPromised(port: number): Promise<void> {
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
}

function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${what} is ${String(found)}, and should be ${String(expected)}.`)
}

/** Tells the headers of what reached it; at /events it says one thing and goes on. */
function echoServer() {
  return createServer((incoming, response) => {
    if (incoming.url === '/events') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' })
      response.write('data: one\n\n')
      return
    }
    incoming.resume().on('end', () => response.end(JSON.stringify(incoming.headers)))
  })
}

function addressOf(server: ReturnType<typeof createServer>): string {
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function configuration(
  folder: string,
  { port, behind }: { port: number; behind: string },
): Promise<string> {
  const conf = (await readFile(CONF, 'utf8'))
    .replaceAll('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('listen 80', `listen unix:${folder}/http`)
    .replaceAll(/server 127\.0\.0\.1:\d+/g, `server ${behind}`)
    .replaceAll(/ssl_certificate \S+;/g, `ssl_certificate ${folder}/cert;`)
    .replaceAll(/ssl_certificate_key \S+;/g, `ssl_certificate_key ${folder}/key;`)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const temporary = paths.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')
  return `user root;\npid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${conf}\n}\n`
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
  const [piece] = (await once(stream, 'data', { signal: AbortSignal.timeout(STARTS_WITHIN_MS) })) as [Buffer]
  stream.destroy()
  return piece.toString()
}

async function untilAnswers(port: number): Promise<void> {
  const deadline = Date.now() + STARTS_WITHIN_MS
  for (;;) {
    try {
      await ask(port, { path: '/echo' })
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
