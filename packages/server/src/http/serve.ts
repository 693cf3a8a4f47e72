import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { StartRefused } from '../settings/StartRefused.ts'
import { HeadedResponse } from './HeadedResponse.ts'

/**
 * A listening program. `close` stops accepting connections, lets running requests finish (10 s at most) and returns.
 */
export type Serving = { readonly port: number; close(): Promise<void> }

export type Fetch = Parameters<typeof getRequestListener>[0]

const DRAIN_MS = 10_000
const SWEEP_MS = 50
const HEADER_BYTES = 16 * 1024
const REQUEST_TIMEOUT_MS = 30_000
/** Longer than the minute that proxies and clients keep an idle connection, so that none sends on one just closed. */
const KEEP_ALIVE_MS = 65_000

/** Listens with an app. An unavailable port refuses the start and names its variable. */
export async function serve(
  fetch: Fetch,
  input: { host: string; port: number; variable?: string },
): Promise<Serving> {
  const answer = getRequestListener(fetch, { hostname: input.host })
  let isClosing = false
  const server = createServer(
    {
      ServerResponse: responses(() => isClosing),
      maxHeaderSize: HEADER_BYTES,
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    (incoming, outgoing) => (hasOneHost(incoming) ? void answer(incoming, outgoing) : refuseHosts(outgoing)),
  )
  await listen(server, input)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no TCP address.')
  return {
    port: address.port,
    close() {
      isClosing = true
      return close(server)
    },
  }
}

/** Answers that end their connection while the server closes: a busy caller would send the next request on it. */
function responses(isClosing: () => boolean): typeof HeadedResponse {
  return class<Asked extends IncomingMessage> extends HeadedResponse<Asked> {
    override writeHead(...head: Parameters<HeadedResponse['writeHead']>): this {
      if (isClosing()) this.shouldKeepAlive = false
      return super.writeHead(...head)
    }
  }
}

/**
 * Node refuses a request without a Host and uses the first of two, while a proxy in front may use the second. RFC 9112,
 * section 3.2, requires both to be refused.
 */
function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  return hosts <= 1
}

function refuseHosts(outgoing: ServerResponse): void {
  outgoing
    .writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' })
    .end('The request has more than one Host header. Nothing was done.\n')
}

function listen(server: Server, input: { host: string; port: number; variable?: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(refusal(error, input) ?? error))
    server.listen(input.port, input.host, resolve)
  })
}

function refusal(
  error: NodeJS.ErrnoException,
  { host, port, variable = 'PORT' }: { host: string; port: number; variable?: string },
): StartRefused | undefined {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartRefused(
        `Port ${port} is in use by another program: stop that program, or set ${variable} to a free port.`,
        { cause: error },
      )
    case 'EACCES':
      return new StartRefused(
        `The system does not let this user listen on port ${port}: set ${variable} to a port above 1023.`,
        { cause: error },
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartRefused(
        `This machine has no address ${host}: set HOST to one it has, or leave it unset.`,
        {
          cause: error,
        },
      )
    case undefined:
    default:
      return undefined
  }
}

/** A connection stays open after its last request, so idle ones are closed until none is left. */
async function close(server: Server): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
  clearInterval(sweep)
  clearTimeout(late)
}
