import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { createServer as createVite, type Plugin } from 'vite'
import { compiledMessages } from '../../widget/compiledMessages.ts'
import type { Address } from '../src/Addresses.ts'
import { fromSources, isWidgetPage } from './widgetPage.ts'

const root = fileURLToPath(new URL('../../widget', import.meta.url))
const PREAMBLE = '/widget/@preamble'

/**
 * Stands at the exchange's address. The widget's files come from their sources, with changes pushed into open pages;
 * everything else is the exchange's own answer, its policy included. Vite serves by a server of ours: with one of its own it
 * would end this process at a SIGTERM as soon as that server is closed, and leave the chain and the database running.
 * @param options.exchangePort where the exchange listens on this machine
 */
export async function serveWidget({
  address,
  exchangePort,
}: {
  address: Address
  exchangePort: number
}): Promise<{ close(): Promise<void> }> {
  const server = createServer()
  const vite = await createVite({
    configFile: false,
    root,
    base: '/widget/',
    publicDir: false,
    appType: 'custom',
    logLevel: 'warn',
    clearScreen: false,
    cacheDir: fileURLToPath(new URL('../../../node_modules/.cache/vite-dev', import.meta.url)),
    plugins: [react(), compiledMessages(), preamble()],
    server: {
      middlewareMode: { server },
      hmr: { server },
      proxy: {
        '^/(?!widget/)|^/widget/(?:assets|countries)/': {
          target: `http://${address.host}:${exchangePort}`,
          selfHandleResponse: true,
          configure(proxy) {
            proxy.on('proxyReq', (request) => request.removeHeader('accept-encoding'))
            proxy.on('proxyRes', (answer, _, response) => void handOn(answer, response))
            proxy.on('error', (_, __, response) => {
              if ('writeHead' in response) response.writeHead(503, { 'Retry-After': '1' })
              response.end('The exchange is being started again. Reload the page.\n')
            })
          },
        },
      },
    },
  })
  server.on('request', vite.middlewares)
  server.listen(address.port, address.host)
  await once(server, 'listening')
  const close = async () => {
    await vite.close()
    server.close()
    server.closeAllConnections()
  }
  return { close }
}

/** Hands on what the exchange answered: a page of the widget with the sources in place of what was built of them. */
async function handOn(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  const status = answer.statusCode ?? 502
  const isPage = answer.headers['content-type']?.startsWith('text/html') === true
  if (!isPage) {
    response.writeHead(status, answer.headers)
    answer.pipe(response)
    return
  }
  const html = await text(answer)
  const { 'content-length': _, ...headers } = answer.headers
  if (!isWidgetPage(html)) {
    response.writeHead(status, headers).end(html)
    return
  }
  const page = fromSources(
    { html, policy: String(headers['content-security-policy'] ?? '') },
    { preamble: PREAMBLE, nonce: randomBytes(16).toString('base64') },
  )
  response.writeHead(status, { ...headers, 'content-security-policy': page.policy }).end(page.html)
}

/** What React wants to be run before the widget, as a file: the page's policy allows no script inside a page. */
function preamble(): Plugin {
  return {
    name: 'preamble',
    resolveId: (id) => (id === PREAMBLE || `/widget${id}` === PREAMBLE ? PREAMBLE : undefined),
    load: (id) => (id === PREAMBLE ? react.preambleCode.replace('__BASE__', '/') : undefined),
  }
}
