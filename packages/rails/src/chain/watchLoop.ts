import type { Clock } from '@cambio/server/Clock.ts'
import type { Log } from '@cambio/server/log.ts'
import type { Database } from '@cambio/server/postgres/Database.ts'
import { settleDue, type DueLoop } from '@cambio/server/work/due.ts'
import type { ChainClient } from './chainClient.ts'
import type { ChainSettings } from './ChainSettings.ts'
import { addWallet, findWallet, noteNode, walletKey, type ChainWallet } from './ChainWallet.ts'
import { checkNode } from './checkNode.ts'
import { prepareSandboxChain } from './sandbox/sandboxChain.ts'

type Deps = {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly client: ChainClient
}

/** What the operator was told last, so that each thing is told once. */
type Said = { why: string | null }

const watch = { table: 'chain_watch', key: 'id' }
const LOOK_AGAIN_MS = 1_000

/** The chain is looked at every second, by one process of many. */
export function watchLoop(deps: Deps, settings: ChainSettings): DueLoop {
  const said: Said = { why: null }
  return {
    ...watch,
    channel: 'chain_watch',
    leaseMs: 5_000,
    batch: 1,
    concurrency: 1,
    async work(id) {
      await look({ ...deps, said }, settings)
      const dueAt = new Date(deps.clock.now().getTime() + LOOK_AGAIN_MS)
      await deps.database.query(settleDue(watch, { id, dueAt }))
    },
  }
}

/** Asks the node how it is, and writes down what it said. */
async function look(deps: Deps & { said: Said }, settings: ChainSettings): Promise<void> {
  const { database, client, clock } = deps
  const key = walletKey(settings)
  const wallet = await findWallet(database.query, key)
  const check = await checkNode(client, settings, wallet)
  const isWell = check.is === 'well'
  tell(deps, isWell ? null : check.why)
  if (!wallet) {
    if (isWell) await meet(deps, settings)
    return
  }
  await noteNode(database.query, key, {
    height: isWell ? check.height : 0n,
    url: shownUrl(settings),
    stopped: isWell ? null : check.why,
    at: clock.now(),
  })
}

function tell({ log, said }: { log: Log; said: Said }, why: string | null): void {
  if (why === said.why) return
  if (why !== null) log.warn('the chain rail has stopped', { reason: why })
  else log.warn('the chain rail goes on')
  said.why = why
}

/** Sees a chain for the first time, and begins to keep its books from its last block on. */
async function meet({ database, client, clock }: Deps, settings: ChainSettings): Promise<void> {
  const { url, chainId, tokens, keys } = settings
  const { address } = keys.hotWallet
  if (keys.deployer)
    await prepareSandboxChain({ client, url }, { deployer: keys.deployer, hotWallet: address })
  const block = await client.getBlock()
  const nextNonce = await client.getTransactionCount({ address, blockNumber: block.number })
  const wallet: Omit<ChainWallet, 'stopped'> = {
    address,
    chainId,
    url: shownUrl(settings),
    tokens,
    nextNonce,
    height: block.number,
    blockHash: block.hash,
    seenHeight: block.number,
  }
  await addWallet(database.query, wallet, clock.now())
}

/** A live node's address may hold a secret. */
function shownUrl({ url, keys }: ChainSettings): string | null {
  return keys.deployer ? url : null
}
