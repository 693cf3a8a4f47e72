import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The whole product, as `npm start` runs it, on ports and a data folder of its own. */
export type Product = {
  readonly addresses: { readonly exchange: string; readonly cards: string; readonly shop: string }
  /** Where it keeps its data, for commands. */
  readonly dataDir: string
  stop(): Promise<void>
}

const packages = new URL('../../packages/', import.meta.url)
const launcher = fileURLToPath(new URL('demo/src/main.ts', packages))
/** Given to node by --import: code that was compiled once is not compiled again. */
export const compileCache = new URL('server/src/compileCache.mjs', packages).href

/**
 * Starts the product for a run of tests. Limits are widened, since all buyers of a run come from one address. Prices stand
 * still: a machine that takes more than a price's minute from the order to Pay meets no new one.
 */
export async function startProduct(): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cambio-e2e-'))
  const child = spawn(process.execPath, ['--import', compileCache, launcher], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      CARDS_PORT: '0',
      DEMO_PORT: '0',
      CHAIN_PORT: '0',
      CAPTURE_DELAY_MS: '300',
      LIMITS_FACTOR: '1000',
      SANDBOX_PRICES: 'still',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => output.push(String(part)))
  const outcome = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => 'ended' as const),
  ])
  if (outcome === 'ended') throw new Error(`The product does not start:\n${output.join('')}`)
  const [{ addresses }] = outcome as [{ addresses: Record<'exchange' | 'cards' | 'shop', { url: string }> }]
  return {
    addresses: { exchange: addresses.exchange.url, cards: addresses.cards.url, shop: addresses.shop.url },
    dataDir,
    stop: async () => {
      await end(child)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
