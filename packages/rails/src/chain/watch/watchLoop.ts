import type { Log } from '@cambio/server/log.ts'
import { settleDue, type DueLoop } from '@cambio/server/work/due.ts'
import { BaseError } from 'viem'
import type { ChainSettings } from '../ChainSettings.ts'
import { findWallet, noteNode, walletKey, type ChainWallet } from '../ChainWallet.ts'
import type { DepositDeps } from '../deposit/DepositDeps.ts'
import { hashAt } from '../hashAt.ts'
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

/** Since when the node has told of a block that it does not have; null while it has the last one. */
type Ahead = { since: Date | null }

/** What one process that watches stands on, and remembers from one look to the next. */
type Watcher = Watching & {
  readonly reported: Reported
  readonly ahead: Ahead
  readonly toldStuck: ToldStuck
}

const watch = { table: 'chain_watch', key: 'id' }
const LOOK_AGAIN_MS = 1_000
/** How long a node may tell of a block that it does not have, before the operator is told, milliseconds. */
const LONGEST_AHEAD_MS = 60_000

/** The chain is looked at every second, by one process of many. */
export function watchLoop(deps: DepositDeps, settings: ChainSettings): DueLoop {
  const watching: Watcher = {
    ...deps,
    reported: { why: null },
    ahead: { since: null },
    recent: { blocks: [] },
    toldStuck: new Set(),
  }
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
  const check = await confirmed(deps, wallet, await checkNode(client, settings, wallet))
  if (check === 'not_yet') return
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
    await watchDeposits(deps, settings, { head: (await client.getBlock()).number, askedAt })
    return
  }
  await catchUp(deps, settings, height)
  await watchDeposits(deps, settings, { head: height, askedAt })
  await findStranger(deps, settings)
  await tendPayouts(deps, settings, wallet)
  await followEarlier(deps, settings, height)
}

/**
 * Whether a node has the new block that it tells of. Where many answer for one, some are behind, and one may be wrong: by
 * a height that the chain does not have, blocks to come would count as read, and whatever comes in them would be missed.
 * @returns the same, or `not_yet` for a short while, in which nothing is looked at
 */
async function confirmed(
  { client, clock, ahead }: Watcher,
  wallet: ChainWallet | undefined,
  check: NodeCheck,
): Promise<NodeCheck | 'not_yet'> {
  if (check.is === 'stopped') return check
  const isNew = wallet !== undefined && check.height > wallet.seenHeight
  if (!isNew || (await hashAt(client, check.height)) !== undefined) {
    ahead.since = null
    return check
  }
  const now = clock.now()
  ahead.since ??= now
  if (now.getTime() - ahead.since.getTime() < LONGEST_AHEAD_MS) return 'not_yet'
  return { is: 'stopped', why: `The node tells of block ${check.height} and does not have it.` }
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
  if (why !== null)
    log.warn('the chain rail has stopped, and nothing moves: “chain show” says whether it still does', {
      reason: why,
    })
  else log.warn('the chain rail goes on')
  reported.why = why
}
