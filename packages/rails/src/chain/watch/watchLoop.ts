import type { Log } from '@cambio/server/log.ts'
import { settleDue, type DueLoop } from '@cambio/server/work/due.ts'
import { BaseError } from 'viem'
import type { ChainSettings } from '../ChainSettings.ts'
import { findWallet, noteNode, walletKey, type ChainWallet } from '../ChainWallet.ts'
import type { DepositDeps } from '../deposit/DepositDeps.ts'
import { watchDeposits, type Watching } from '../deposit/watchDeposits.ts'
import { checkNode, type NodeCheck } from './checkNode.ts'
import { findStranger } from './findStranger.ts'
import { followBlocks } from './followBlocks.ts'
import { followEarlier, type ToldStuck } from './followEarlier.ts'
import { meetChain, shownUrl } from './meetChain.ts'
import { takeBack } from './takeBack.ts'
import { tendPayouts } from './tendPayouts.ts'

/** What the operator was told last, so that each thing is told once. */
type Reported = { why: string | null }

/** What one process that watches stands on, and remembers from one look to the next. */
type Watcher = Watching & { readonly reported: Reported; readonly toldStuck: ToldStuck }

const watch = { table: 'chain_watch', key: 'id' }
const LOOK_AGAIN_MS = 1_000

/** The chain is looked at every second, by one process of many. */
export function watchLoop(deps: DepositDeps, settings: ChainSettings): DueLoop {
  const remembered = { reported: { why: null }, recent: { blocks: [] }, toldStuck: new Set<string>() }
  const watching: Watcher = { ...deps, ...remembered }
  return {
    ...watch,
    channel: 'chain_watch',
    leaseMs: 5_000,
    batch: 1,
    concurrency: 1,
    async work(id) {
      await look(watching, settings).catch((error: unknown) => {
        if (!(error instanceof BaseError)) throw error
        report(watching, `The node does not say what is asked of it (${error.name}).`)
      })
      const dueAt = new Date(deps.clock.now().getTime() + LOOK_AGAIN_MS)
      await deps.database.query(settleDue(watch, { id, dueAt }))
    },
  }
}

/** Asks the node how it is, and writes down what it said. */
async function look(deps: Watcher, settings: ChainSettings): Promise<void> {
  const { database, client, clock } = deps
  const key = walletKey(settings)
  const wallet = await findWallet(database.query, key)
  const askedAt = clock.now()
  const check = await checkNode(client, settings, wallet)
  const why = check.is === 'stopped' ? check.why : await followed(deps, settings, { wallet, check })
  report(deps, why)
  const height = check.is === 'well' && why === null ? check.height : null
  if (wallet) {
    const news = { height: height ?? 0n, url: shownUrl(settings), stopped: why, at: clock.now() }
    await noteNode(database.query, key, news)
  }
  if (height === null) return
  if (!wallet) {
    await meetChain(deps, settings)
    await watchDeposits(deps, settings, { head: await client.getBlockNumber(), askedAt })
    return
  }
  await catchUp(deps, settings, height)
  await watchDeposits(deps, settings, { head: height, askedAt })
  await findStranger(deps, settings)
  await tendPayouts(deps, settings, wallet)
  await followEarlier(deps, settings, height)
}

/** Has the books follow a chain that has parted from them. Says why they cannot. */
async function followed(
  deps: DepositDeps,
  settings: ChainSettings,
  { wallet, check }: { wallet: ChainWallet | undefined; check: NodeCheck & { is: 'well' } },
): Promise<string | null> {
  return wallet && check.hasParted ? takeBack(deps, settings, wallet) : null
}

/** Reads what is new on the chain, a part at a time: a lease is renewed meanwhile, so this may take long. */
async function catchUp(deps: DepositDeps, settings: ChainSettings, head: bigint): Promise<void> {
  for (let isMore = true; isMore;) {
    const wallet = await findWallet(deps.database.query, walletKey(settings))
    if (!wallet) return
    isMore = await followBlocks(deps, settings, { wallet, head })
  }
}

function report({ log, reported }: { log: Log; reported: Reported }, why: string | null): void {
  if (why === reported.why) return
  if (why !== null) log.warn('the chain rail has stopped', { reason: why })
  else log.warn('the chain rail goes on')
  reported.why = why
}
