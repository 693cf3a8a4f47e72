import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'
import { freePort } from '@cambio/server/freePort.ts'
import { silentLog } from '@cambio/server/log.ts'
import { startEmbedded } from '@cambio/server/postgres/embedded.ts'
import { embeddedDatabase } from '@cambio/server/postgres/embeddedDatabase.ts'
import type { Container } from './Container.ts'

/** How long a program may take to start, milliseconds: the machine may have much else to do. One that ended is noticed at once. */
const START_MS = 300_000
const END_MS = 5_000

/**
 * Runs both programs of an image, as the user that the image names, on a PostgreSQL beside it: they migrate without stripping
 * types, are ready, serve the guide, and end when they are told to.
 */
export async function runImage(container: Container, dataDir: string): Promise<string> {
  const server = await startEmbedded({ dataDir, log: silentLog })
  const children: ChildProcess[] = []
  try {
    const exchange = await embeddedDatabase(server, 'exchange')
    const cards = await embeddedDatabase(server, 'cards')
    const ports = { exchange: await freePort(0), cards: await freePort(0) }
    const shared = { HOST: '127.0.0.1', DATA_DIR: '/tmp/cambio' }
    const ofExchange = {
      ...shared,
      DATABASE_URL: exchange.appUrl,
      PORT: String(ports.exchange),
      PAYMENT_URL: `http://127.0.0.1:${ports.cards}`,
      EXCHANGE_KEY: Buffer.alloc(32, 1).toString('base64'),
    }
    const ofCards = {
      ...shared,
      CARDS_DATABASE_URL: cards.appUrl,
      CARDS_PORT: String(ports.cards),
      CARDS_KEY: Buffer.alloc(32, 2).toString('base64'),
    }
    await toEnd(
      container.start({ ...ofExchange, DATABASE_OWNER_URL: exchange.ownerUrl }, [
        `--import=${NOTHING_STRIPPED}`,
        'packages/bff/src/cli.ts',
        'migrate',
      ]),
    )
    await toEnd(
      container.start({ ...ofCards, CARDS_DATABASE_OWNER_URL: cards.ownerUrl }, [
        `--import=${NOTHING_STRIPPED}`,
        'packages/cards/src/cli.ts',
        'migrate',
      ]),
    )
    children.push(container.start(ofExchange, ['packages/bff/src/main.ts']))
    children.push(container.start(ofCards, ['packages/cards/src/main.ts']))
    for (const port of Object.values(ports)) await untilOk(`http://127.0.0.1:${port}/health/ready`, children)
    await untilOk(`http://127.0.0.1:${ports.exchange}/guide/`, children)
    const began = Date.now()
    for (const child of children) await container.terminate(child)
    for (const child of children) await toEnd(child)
    return `by ${container.by}, both programs migrated, were ready, served the guide, and ended within ${Date.now() - began} ms.`
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await server.stop()
  }
}

/** A program ends well only if node has not loaded what strips types. */
const NOTHING_STRIPPED = `data:text/javascript,${encodeURIComponent(`process.on('exit', () => {
  if (process.moduleLoadList.some((name) => name.includes('amaro'))) process.exitCode = 3
})`)}`

async function toEnd(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null)
    await once(child, 'exit', { signal: AbortSignal.timeout(START_MS) })
  if (child.exitCode !== 0) throw new Error(`A program ended with ${child.exitCode ?? child.signalCode}.`)
}

async function untilOk(url: string, children: readonly ChildProcess[]): Promise<void> {
  for (const end = Date.now() + START_MS; Date.now() < end; await after(200)) {
    const ended = children.find(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null)
    if (ended) throw new Error(`A program ended by itself with ${ended.exitCode ?? ended.signalCode}.`)
    const response = await fetch(url, { signal: AbortSignal.timeout(END_MS) }).catch(() => undefined)
    await response?.body?.cancel()
    if (response?.ok) return
  }
  throw new Error(`${url} did not answer well within ${START_MS} ms.`)
}
