import { settleDue, type DueLoop } from '@cambio/server/work/due.ts'
import type { DepositDeps } from '../ChainDeps.ts'
import type { ChainSettings } from '../ChainSettings.ts'
import { findWallet, noteNode, noteUnreadable, walletKey, type ChainWallet } from '../ChainWallet.ts'
import { watchDeposits, type Watching } from '../deposit/watchDeposits.ts'
import { hashAt } from '../hashAt.ts'
import { nodeFaultOf, sentenceOf } from '../NodeFault.ts'
import { readingPace, type ReadingPace } from '../Pace.ts'
import { checkNode, type NodeCheck } from './checkNode.ts'
import { findStranger } from './findStranger.ts'
import { followBlocks } from './followBlocks.ts'
import { followEarlier, type ReportedStuck } from './followEarlier.ts'
import { meetChain, shownUrl } from './meetChain.ts'
import { nothingReported, report, type Reported, type Seen } from './report.ts'
import { takeBack } from './takeBack.ts'
import { tendPayouts } from './tendPayouts.ts'

/** Since when the node has named a block that it does not have; null while it has the last one. */
type Ahead = { since: Date | null }

/** What one process that watches stands on, and remembers from one look to the next. */
type Watcher = Watching & {
  readonly reported: Reported
  /** How fast it is read what comes to the wallet; deposits are read at a pace of their own. */
  readonly walletPace: ReadingPace
  readonly ahead: Ahead
  readonly reportedStuck: ReportedStuck
}

const watch = { table: 'chain_watch', key: 'id' }
const LOOK_AGAIN_MS = 1_000
/** How long a node may name a block that it does not have, before the operator is warned, milliseconds. */
const LONGEST_AHEAD_MS = 60_000

/** The chain is looked at every second, by one process of many. */
export function watchLoop(deps: DepositDeps, settings: ChainSettings): DueLoop {
  const watching: Watcher = {
    ...deps,
    reported: nothingReported(),
    pace: readingPace(),
    walletPace: readingPace(),
    ahead: { since: null },
    recent: { blocks: [] },
    reportedStuck: new Set(),
  }
  return {
    ...watch,
    channel: 'chain_watch',
    leaseMs: 5_000,
    batch: 1,
    concurrency: 1,
    async work(id) {
      const seen = await look(watching, settings).catch((error: unknown): Seen => {
        return { stopped: null, unreadable: nodeSentence(error) }
      })
      if (seen !== 'not_yet') {
        await noteUnreadable(deps.database.query, walletKey(settings), seen.unreadable)
        report(watching, seen)
      }
      const dueAt = new Date(deps.clock.now().getTime() + LOOK_AGAIN_MS)
      await deps.database.query(settleDue(watch, { id, dueAt }))
    },
  }
}

/** Asks the node how it is, writes down what it said, and reads on. Says why nothing moves, or cannot be read. */
async function look(deps: Watcher, settings: ChainSettings): Promise<Seen | 'not_yet'> {
  const { database, client, clock } = deps
  const key = walletKey(settings)
  const wallet = await findWallet(database.query, key)
  const askedAt = clock.now()
  const check = await confirmed(deps, wallet, await checkNode(client, settings, wallet))
  if (check === 'not_yet') return check
  const stopped = check.is === 'stopped' ? check.why : await followed(deps, settings, { wallet, check })
  const height = check.is === 'well' && stopped === null ? check.height : null
  if (wallet) {
    const seen = { height: height ?? 0n, url: shownUrl(settings), stopped, at: clock.now() }
    await noteNode(database.query, key, seen)
  }
  if (height === null) return { stopped, unreadable: null }
  if (wallet) return { stopped, unreadable: await readOn(deps, settings, { wallet, height, askedAt }) }
  await meetChain(deps, settings)
  await watchDeposits(deps, settings, { head: (await client.getBlock()).number, askedAt })
  return { stopped, unreadable: null }
}

/**
 * Does all that is to be done at each look. What the node refuses to one part is not held against the others; one that
 * does not answer has none of them wait for it. Says what the node did first.
 */
async function readOn(
  deps: Watcher,
  settings: ChainSettings,
  { wallet, height, askedAt }: { wallet: ChainWallet; height: bigint; askedAt: Date },
): Promise<string | null> {
  const parts = [
    () => catchUp(deps, settings, height),
    () => watchDeposits(deps, settings, { head: height, askedAt }),
    () => findStranger(deps, settings),
    () => tendPayouts(deps, settings, wallet),
    () => followEarlier(deps, settings, height),
  ]
  let why: string | null = null
  for (const part of parts) {
    try {
      await part()
    } catch (error) {
      why ??= nodeSentence(error)
      if (nodeFaultOf(error)?.is === 'silent') break
    }
  }
  return why
}

/** What a node did that a call ended by. @throws the error itself where it is none of a node's */
function nodeSentence(error: unknown): string {
  const fault = nodeFaultOf(error)
  if (!fault) throw error
  return sentenceOf(fault)
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
async function catchUp(deps: Watcher, settings: ChainSettings, head: bigint): Promise<void> {
  for (let isMore = true; isMore;) {
    const wallet = await findWallet(deps.database.query, walletKey(settings))
    if (!wallet) return
    isMore = await followBlocks(deps, settings, { wallet, head, pace: deps.walletPace })
  }
}
