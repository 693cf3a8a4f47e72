import * as Wallet from '@cambio/exchange/books/Wallet.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { postJournals, type Journal } from '@cambio/server/postgres/Ledger.ts'
import type { DepositDeps } from '../ChainDeps.ts'
import type { ChainSettings } from '../ChainSettings.ts'
import { lockWallet, moveHeight, noteForeignSigner, walletKey, type ChainWallet } from '../ChainWallet.ts'
import { hashAt } from '../hashAt.ts'
import { inStep, type ReadingPace } from '../Pace.ts'
import { listSent } from '../payout/ChainPayout.ts'
import { addIncome, incomeIn, type Income } from './Income.ts'
import { bookEnd, endsOf, reportEnds } from './payoutEnds.ts'
import { keepBlock } from './SeenBlocks.ts'

/**
 * Brings the books from their height to the last final block, or part of the way: what the wallet received, and how its
 * pay-outs ended. Height and books are stored together.
 * @returns whether there is more
 */
export async function followBlocks(
  deps: DepositDeps,
  settings: ChainSettings,
  at: { readonly wallet: ChainWallet; readonly head: bigint; readonly pace: ReadingPace },
): Promise<boolean> {
  return inStep(at.pace.steps, (blocks) => follow(deps, settings, { ...at, blocks }))
}

async function follow(
  deps: DepositDeps,
  settings: ChainSettings,
  { wallet, head, blocks, pace }: Parameters<typeof followBlocks>[2] & { readonly blocks: bigint },
): Promise<boolean> {
  const { client, database } = deps
  const key = walletKey(settings)
  const final = head - BigInt(settings.confirmations - 1)
  const last = final < wallet.height + blocks ? final : wallet.height + blocks
  if (last <= wallet.height) return false
  // A block that the sandbox's node has pruned was empty, and the chain continues above it.
  const hash = await hashAt(client, last)
  const seenIn = hash ? { number: last, hash } : null
  const sent = await listSent(database.query, key)
  const [income, ends] = await Promise.all([
    incomeIn(client, settings, { from: wallet.height + 1n, to: last, head, logsPace: pace.logs }),
    endsOf({ client, settings }, sent, { last, isHead: last === final, seenIn }),
  ])
  if (!income) return false // The node does not know all of it yet: the next look repeats it.
  // If another chain replaced this one meanwhile, what was read would be booked under the new hash.
  if ((await hashAt(client, last)) !== hash) return false
  await database.transaction(async (query) => {
    const { height } = await lockWallet(query, key)
    if (height !== wallet.height) return // Another process was here first.
    const write = { query, at: deps.clock.now(), key }
    for (const each of income) await bookIncome(write, each)
    for (const [payout, end] of ends) await bookEnd(write, payout, end)
    const [stolen] = ends.flatMap(([{ nonce }, { state }]) => (state === 'replaced' ? [nonce] : []))
    if (stolen !== undefined) await noteForeignSigner(query, key, noneOfOurs(stolen))
    await moveHeight(query, key, { number: last, hash: hash ?? '0x' })
    const reader = { chainId: key.chainId, reader: key.address }
    if (seenIn) await keepBlock(query, reader, seenIn)
  })
  await reportEnds(deps, ends)
  return last < final
}

function noneOfOurs(nonce: number): string {
  return `Transaction ${nonce} of the hot wallet is none that was signed here: nothing is paid out.`
}

type Write = {
  readonly query: Query
  readonly at: Date
  readonly key: Pick<ChainWallet, 'address' | 'chainId'>
}

async function bookIncome({ query, at, key }: Write, income: Income): Promise<void> {
  if (!(await addIncome(query, key, income))) return
  await postJournals(query, [incomeJournal(income)], at)
}

/** The journal of coins that the wallet received in a block. */
export function incomeJournal({ id, blockHash, amount }: Income): Journal {
  return Wallet.refilled({ id: `chain:${id}:${blockHash}:in`, reference: id, amount })
}
