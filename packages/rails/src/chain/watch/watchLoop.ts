import type { Log } from '@cambio/server/log.ts'
import { settleDue, type DueLoop } from '@cambio/server/work/due.ts'
import { BaseError } from 'viem'
import type { ChainSettings } from '../ChainSettings.ts'
import { findWallet, noteNode, walletKey } from '../ChainWallet.ts'
import type { DepositDeps } from '../deposit/DepositDeps.ts'
import { watchDeposits } from '../deposit/watchDeposits.ts'
import { checkNode } from './checkNode.ts'
import { findStranger } from './findStranger.ts'
import { followBlocks } from './followBlocks.ts'
import { meetChain, shownUrl } from './meetChain.ts'
import { takeBack } from './takeBack.ts'
import { tendPayouts } from './tendPayouts.ts'

/** What the operator was told last, so that each thing is told once. */
type Said = { why: string | null }

const watch = { table: 'chain_watch', key: 'id' }
const LOOK_AGAIN_MS = 1_000

/** The chain is looked at every second, by one process of many. */
export function watchLoop(deps: DepositDeps, settings: ChainSettings): DueLoop {
  const said: Said = { why: null }
  return {
    ...watch,
    channel: 'chain_watch',
    leaseMs: 5_000,
    batch: 1,
    concurrency: 1,
    async work(id) {
      await look({ ...deps, said }, settings).catch((error: unknown) => {
        if (!(error instanceof BaseError)) throw error
        tell({ ...deps, said }, `The node does not say what is asked of it (${error.name}).`)
      })
      const dueAt = new Date(deps.clock.now().getTime() + LOOK_AGAIN_MS)
      await deps.database.query(settleDue(watch, { id, dueAt }))
    },
  }
}

/** Asks the node how it is, and writes down what it said. */
async function look(deps: DepositDeps & { said: Said }, settings: ChainSettings): Promise<void> {
  const { database, client, clock } = deps
  const key = walletKey(settings)
  const wallet = await findWallet(database.query, key)
  const check = await checkNode(client, settings, wallet)
  const isWell = check.is === 'well'
  tell(deps, isWell ? null : check.why)
  if (!wallet) {
    if (!isWell) return
    await meetChain(deps, settings)
    await watchDeposits(deps, settings, await client.getBlockNumber())
    return
  }
  const news = { height: isWell ? check.height : 0n, url: shownUrl(settings), at: clock.now() }
  await noteNode(database.query, key, { ...news, stopped: isWell ? null : check.why })
  if (!isWell) return
  const parted = check.hasParted ? await takeBack(deps, settings, wallet) : null
  if (parted !== null) {
    tell(deps, parted)
    await noteNode(database.query, key, { ...news, stopped: parted })
    return
  }
  await catchUp(deps, settings, check.height)
  await watchDeposits(deps, settings, check.height)
  await findStranger(deps, settings)
  await tendPayouts(deps, settings)
}

/** Reads what is new on the chain, a part at a time: a lease is renewed meanwhile, so this may take long. */
async function catchUp(deps: DepositDeps, settings: ChainSettings, head: bigint): Promise<void> {
  for (let isMore = true; isMore;) {
    const wallet = await findWallet(deps.database.query, walletKey(settings))
    if (!wallet) return
    isMore = await followBlocks(deps, settings, { wallet, head })
  }
}

function tell({ log, said }: { log: Log; said: Said }, why: string | null): void {
  if (why === said.why) return
  if (why !== null) log.warn('the chain rail has stopped', { reason: why })
  else log.warn('the chain rail goes on')
  said.why = why
}
