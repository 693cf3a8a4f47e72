import { chart } from '@cambio/exchange/books/chart.ts'
import { postJournals, type Journal } from '@cambio/server/postgres/Ledger.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { ChainClient } from '../chainClient.ts'
import type { ChainSettings } from '../ChainSettings.ts'
import { hashAt } from '../hashAt.ts'
import { lockWallet, moveHeight, noteStranger, walletKey, type ChainWallet } from '../ChainWallet.ts'
import type { DepositDeps } from '../deposit/DepositDeps.ts'
import { listSent, markFinal, type ChainPayout, type PayoutEnd } from '../payout/ChainPayout.ts'
import { COIN } from '../payout/transfer.ts'
import { findEnd } from './findEnd.ts'
import { addIncome, incomeIn, type Income } from './Income.ts'
import { keepBlock } from './SeenBlocks.ts'

/** So many blocks are read in one go, so that a long absence is made up for step by step. */
const MOST_BLOCKS = 200n

/**
 * Brings the books from the height that they have come to, to the last block that is final, or a part of the way: what
 * came to the wallet, and how its pay-outs ended. Height and books are written at once. Says whether there is more.
 */
export async function followBlocks(
  deps: DepositDeps,
  settings: ChainSettings,
  { wallet, head }: { wallet: ChainWallet; head: bigint },
): Promise<boolean> {
  const { client, database } = deps
  const key = walletKey(settings)
  const final = head - BigInt(settings.confirmations - 1)
  const last = final < wallet.height + MOST_BLOCKS ? final : wallet.height + MOST_BLOCKS
  if (last <= wallet.height) return false
  // A block that the sandbox's node has cut away was empty, and the chain goes on above it.
  const hash = await hashAt(client, last)
  const [income, found] = await Promise.all([
    incomeIn(client, settings, { from: wallet.height + 1n, to: last, head }),
    endsOf(client, settings, await listSent(database.query, key), { last, isHead: last === final }),
  ])
  if (!income) return false // The node does not know all of it yet: it is looked at again.
  // What was read of a chain that another has replaced meanwhile would be booked by the new one's hash.
  if ((await hashAt(client, last)) !== hash) return false
  const seenIn = hash ? { number: last, hash } : null
  const ends = found.map(([payout, end]): [ChainPayout, PayoutEnd] => [
    payout,
    end === 'replaced' ? { state: 'replaced', seenIn } : end,
  ])
  await database.transaction(async (query) => {
    const { height } = await lockWallet(query, key)
    if (height !== wallet.height) return // Another process was here first.
    const write = { query, at: deps.clock.now(), key }
    for (const each of income) await bookIncome(write, each)
    for (const [payout, end] of ends) await bookEnd(write, payout, end)
    const [stolen] = ends.flatMap(([{ nonce }, { state }]) => (state === 'replaced' ? [nonce] : []))
    if (stolen !== undefined) await noteStranger(query, key, noneOfOurs(stolen))
    await moveHeight(query, key, { number: last, hash: hash ?? '0x' })
    const reader = { chainId: key.chainId, reader: key.address }
    if (seenIn) await keepBlock(query, reader, seenIn)
  })
  for (const [{ payoutId, orderId, timesFinal }, end] of ends) {
    if (end.state !== 'done')
      deps.log.warn('a pay-out on the chain failed', { eventId: payoutId, state: end.state })
    // Its order took it for ended, until a reorganisation had it under way again.
    if (timesFinal > 0 && orderId !== null) await deps.inbox.file({ source: 'chain', reference: orderId })
  }
  return last < final
}

async function endsOf(
  client: ChainClient,
  settings: ChainSettings,
  sent: readonly ChainPayout[],
  until: { readonly last: bigint; readonly isHead: boolean },
): Promise<[ChainPayout, PayoutEnd | 'replaced'][]> {
  const ends = await Promise.all(
    sent.map(async (payout): Promise<[ChainPayout, PayoutEnd | 'replaced' | undefined]> => [
      payout,
      await findEnd(client, settings, payout, until),
    ]),
  )
  return ends.flatMap(([payout, end]) => (end ? [[payout, end]] : []))
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

/** Coins that came to the wallet are the operator's: no order waits for them there. */
export function incomeJournal({ id, blockHash, amount: { units, currency } }: Income): Journal {
  return {
    id: `chain:${id}:${blockHash}:in`,
    kind: 'refill',
    reference: id,
    postings: [
      { account: chart.wallet, asset: currency, layer: 'posted', units },
      { account: chart.capital, asset: currency, layer: 'posted', units: -units },
    ],
  }
}

async function bookEnd({ query, at }: Write, payout: ChainPayout, end: PayoutEnd): Promise<void> {
  await markFinal(query, payout.payoutId, end)
  if (end.state === 'replaced') return
  const { payoutId, timesFinal } = payout
  await postJournals(query, [feeJournal({ payoutId, times: timesFinal + 1, units: end.feeUnits })], at)
}

/** What the network took is ours to bear, whether it moved the coins or not. */
export function feeJournal(fee: { payoutId: string; times: number; units: bigint }): Journal {
  return {
    id: `chain:${fee.payoutId}:${fee.times}:fee`,
    kind: 'network',
    reference: fee.payoutId,
    postings: [
      { account: chart.network, asset: COIN, layer: 'posted', units: fee.units },
      { account: chart.wallet, asset: COIN, layer: 'posted', units: -fee.units },
    ],
  }
}
