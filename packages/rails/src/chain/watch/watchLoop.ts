import { settleDue, type DueLoop } from '@cambio/server/work/due.ts'
import type { DepositDeps } from '../ChainDeps.ts'
import type { ChainSettings } from '../ChainSettings.ts'
import { findWallet, noteNode, noteUnreadable, walletKey, type ChainWallet } from '../ChainWallet.ts'
import { watchDeposits, type Watching } from '../deposit/watchDeposits.ts'
import { hashAt } from '../hashAt.ts'
import { nodeFaultOf, sentenceOf } from '../NodeFault.ts'
import { readingPace, type ReadingPace } from '../Pace.ts'
import { advancePayouts } from './advancePayouts.ts'
import { checkNode, type NodeCheck } from './checkNode.ts'
import { findForeignSigner } from './findForeignSigner.ts'
import { followBlocks } from './followBlocks.ts'
import { followEarlier, type ReportedStuck } from './followEarlier.ts'
import { followReorganisation } from './followReorganisation.ts'
import { nothingReported, report, type Reported, type Seen } from './report.ts'
import { setUpChain, shownUrl } from './setUpChain.ts'

/** Since when the node has reported a block that it does not have. Null while it has its last block. */
type Ahead = { since: Date | null }

/** Dependencies of one watching process, and what it remembers from one look to the next. */
type Watcher = Watching & {
  readonly reported: Reported
  /** The pace at which the wallet's receipts are read. Deposits have a pace of their own. */
  readonly walletPace: ReadingPace
  readonly ahead: Ahead
  readonly reportedStuck: ReportedStuck
}

const watch = { table: 'chain_watch', key: 'id' }
const LOOK_AGAIN_MS = 1_000
/** How long a node may report a block that it does not have before the operator is warned, milliseconds. */
const LONGEST_AHEAD_MS = 60_000

/** Looks at the chain every second, in one process of many. */
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

/**
 * Checks the node, stores what it reported, and reads on.
 * @returns why nothing moves, or why the chain cannot be read
 */
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
  await setUpChain(deps, settings)
  await watchDeposits(deps, settings, { head: (await client.getBlock()).number, askedAt })
  return { stopped, unreadable: null }
}

/**
 * Does all parts of one look. A call that the node refuses fails only its own part; a node that does not answer ends
 * them all.
 * @returns the first fault of the node
 */
async function readOn(
  deps: Watcher,
  settings: ChainSettings,
  { wallet, height, askedAt }: { wallet: ChainWallet; height: bigint; askedAt: Date },
): Promise<string | null> {
  const parts = [
    () => catchUp(deps, settings, height),
    () => watchDeposits(deps, settings, { head: height, askedAt }),
    () => findForeignSigner(deps, settings),
    () => advancePayouts(deps, settings, wallet),
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

/** The node's fault behind an error, as a sentence. @throws the error itself where no node caused it */
function nodeSentence(error: unknown): string {
  const fault = nodeFaultOf(error)
  if (!fault) throw error
  return sentenceOf(fault)
}

/**
 * Whether a node has the new block that it reports. Of several servers behind one address, some lag and one may be
 * wrong. With a height that the chain does not have, future blocks would count as read, and everything in them would be
 * missed.
 * @returns the check as it is, or `not_yet` for a short while, in which nothing is read
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

/** Makes the books follow a chain that was reorganised below them. @returns why they cannot */
async function followed(
  deps: DepositDeps,
  settings: ChainSettings,
  { wallet, check }: { wallet: ChainWallet | undefined; check: NodeCheck & { is: 'well' } },
): Promise<string | null> {
  return wallet && check.hasParted ? followReorganisation(deps, settings, wallet) : null
}

/** Reads the new part of the chain step by step. Its lease is renewed meanwhile, so this may take long. */
async function catchUp(deps: Watcher, settings: ChainSettings, head: bigint): Promise<void> {
  for (let isMore = true; isMore;) {
    const wallet = await findWallet(deps.database.query, walletKey(settings))
    if (!wallet) return
    isMore = await followBlocks(deps, settings, { wallet, head, pace: deps.walletPace })
  }
}
