import { chart } from '@cambio/exchange/books/chart.ts'
import * as Wallet from '@cambio/exchange/books/Wallet.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { postJournals, type Journal } from '@cambio/server/postgres/Ledger.ts'
import type { ChainClient } from '../chainClient.ts'
import type { DepositDeps } from '../ChainDeps.ts'
import type { ChainSettings } from '../ChainSettings.ts'
import { markFinal, type ChainPayout, type PayoutEnd } from '../payout/ChainPayout.ts'
import { COIN } from '../payout/transfer.ts'
import { findEnd } from './findEnd.ts'
import type { SeenBlock } from './SeenBlocks.ts'

/** Pay-outs that have ended, and how. */
export type PayoutEnds = readonly (readonly [ChainPayout, PayoutEnd])[]

/**
 * Those pay-outs that have ended by the last final block, or by an earlier one.
 * @param until.seenIn that block, by which someone else's transaction was seen; null where the node no longer has it
 * @throws Error when the node does not answer
 */
export async function endsOf(
  { client, settings }: { readonly client: ChainClient; readonly settings: ChainSettings },
  sent: readonly ChainPayout[],
  until: { readonly last: bigint; readonly isHead: boolean; readonly seenIn: SeenBlock | null },
): Promise<PayoutEnds> {
  const found = await Promise.all(
    sent.map(async (payout): Promise<readonly (readonly [ChainPayout, PayoutEnd])[]> => {
      const end = await findEnd(client, settings, payout, until)
      if (!end) return []
      return [[payout, end === 'replaced' ? { state: 'replaced', seenIn: until.seenIn } : end]]
    }),
  )
  return found.flat()
}

/**
 * Stores that a pay-out has ended, and books the network fee, unless another process has.
 * @param paidFrom the account that the network fee has left
 */
export async function bookEnd(
  { query, at }: { readonly query: Query; readonly at: Date },
  payout: ChainPayout,
  end: PayoutEnd,
  paidFrom: Wallet.FeeAccount = chart.wallet,
): Promise<void> {
  const { payoutId, timesFinal } = payout
  if (!(await markFinal(query, payoutId, end)) || end.state === 'replaced') return
  const fee = { payoutId, times: timesFinal + 1, units: end.feeUnits }
  await postJournals(query, [feeJournal(fee, paidFrom)], at)
}

/** Reports ended pay-outs: failed ones to the operator, and to their orders those that had counted as ended before. */
export async function reportEnds({ log, inbox }: DepositDeps, ends: PayoutEnds): Promise<void> {
  for (const [{ payoutId, orderId, timesFinal }, { state }] of ends) {
    if (state !== 'done') log.warn('a pay-out on the chain failed', { eventId: payoutId, state })
    // Its order counted it as ended, until a reorganisation put it under way again.
    if (timesFinal > 0 && orderId !== null) await inbox.file({ source: 'chain', reference: orderId })
  }
}

/** The journal of a payment's network fee, once for each time that it was mined. */
export function feeJournal(
  { payoutId, times, units }: { readonly payoutId: string; readonly times: number; readonly units: bigint },
  paidFrom: Wallet.FeeAccount = chart.wallet,
): Journal {
  const id = `chain:${payoutId}:${times}:fee`
  return Wallet.feePaid({ id, reference: payoutId, fee: { units, currency: COIN }, paidFrom })
}
