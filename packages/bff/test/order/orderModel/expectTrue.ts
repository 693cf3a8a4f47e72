import { expect } from 'vitest'
import type { Reply } from '../../rig.ts'
import { has } from './ModelDeposits.ts'
import { balanceForms, cardForms, type ModelOrder } from './ModelOrder.ts'
import { tell, type OrderWorld } from './OrderWorld.ts'

/** What each status may be followed by. */
const legal: Readonly<Record<string, readonly string[]>> = {
  start: ['payin_pending', 'confirmation_pending'],
  payin_pending: ['processing', 'pending', 'expired', 'canceled', 'error'],
  confirmation_pending: ['processing', 'expired', 'canceled'],
  processing: ['auth_success', 'processing_payout', 'pending', 'expired', 'canceled', 'error', 'refunded'],
  pending: ['processing', 'auth_success', 'expired', 'canceled'],
  auth_success: ['processing_payout', 'pending', 'refunded'],
  processing_payout: ['finished', 'refunded'],
  expired: ['refunded'],
  canceled: ['refunded'],
  error: ['refunded'],
  // A bank has brought back what had left.
  finished: ['refunded'],
  refunded: [],
}

/**
 * Holds an order's way, status and money against what was done about it, at whatever moment.
 * @returns the order, as its partner is answer it
 */
export async function expectTrue(world: OrderWorld, order: ModelOrder): Promise<Reply> {
  const answer = await tell(world, order)
  const about = [order.form, order.id, order.state]
  const log = statusesIn(answer.at('status_log'))
  for (const [index, status] of log.entries()) {
    const before = log[index - 1] ?? 'start'
    expect([...about, before, legal[before]]).toEqual([...about, before, expect.arrayContaining([status])])
  }
  expect([...about, log.at(-1)]).toEqual([...about, answer.at('status')])
  if (order.form !== 'to_bank')
    expect([...about, log.indexOf('refunded') > log.indexOf('finished') && log.includes('finished')]).toEqual(
      [...about, false],
    )
  if (order.isStopped) return answer
  expect([...about, statusesNow(order)]).toEqual([...about, expect.arrayContaining([answer.at('status')])])
  expect([...about, moneyNow(order)]).toEqual([...about, expect.arrayContaining([answer.at('money.state')])])
  return answer
}

/** The statuses of a log, oldest first. */
export function statusesIn(log: unknown): string[] {
  const entries: readonly unknown[] = Array.isArray(log) ? log : []
  return entries.map((entry) =>
    typeof entry === 'object' && entry !== null && 'status' in entry ? String(entry.status) : '',
  )
}

/** The statuses that an order may have while things are still at work. */
function statusesNow({ state, ending, form }: ModelOrder): readonly string[] {
  const begins = balanceForms.includes(form) ? 'confirmation_pending' : 'processing'
  switch (state) {
    case 'waiting':
      return [begins, 'expired']
    case 'challenged':
      return ['processing']
    case 'charged':
      return ['processing', 'auth_success']
    case 'pending':
      return ['pending', 'expired']
    case 'paid':
      return ['processing', 'auth_success', 'processing_payout', 'finished']
    case 'returned':
    case 'unwanted':
      return ['processing', 'auth_success', 'processing_payout', 'refunded']
    case 'ended':
      return [ending ?? '', begins, 'pending', 'refunded']
  }
}

/** Where its money may be then. */
function moneyNow(order: ModelOrder): readonly string[] {
  const { state, deposits, transfers, dispute, form } = order
  if (dispute === 'lost') return ['returned']
  if (deposits) return ofDeposits(deposits)
  if (transfers) return [...ofTransfers(transfers), ...(state === 'returned' ? ['taken'] : [])]
  switch (state) {
    case 'waiting':
    case 'ended':
      return cardForms.includes(form) ? ['not_taken'] : ['held', 'returned', 'not_taken']
    case 'challenged':
      return ['checking']
    case 'charged':
      return ['held', 'checking']
    case 'pending':
      return ['not_taken']
    case 'paid':
      return ['taken', 'held', 'checking']
    case 'returned':
    case 'unwanted':
      return ['held', 'checking', 'taken', 'returning', 'returned']
  }
}

function ofDeposits(deposits: NonNullable<ModelOrder['deposits']>): readonly string[] {
  const isTaken = has(deposits, 'kept', 'bought')
  if (has(deposits, 'unwanted')) return ['owed']
  if (has(deposits, 'going_back')) return ['returning', ...(isTaken ? ['taken'] : ['returned', 'checking'])]
  if (isTaken) return ['taken']
  return has(deposits, 'seen') ? ['checking', 'not_taken'] : ['not_taken']
}

function ofTransfers(transfers: NonNullable<ModelOrder['transfers']>): readonly string[] {
  const is = (wanted: string) => transfers.some(({ state }) => state === wanted)
  if (is('owed')) return ['owed']
  if (is('going_back')) return ['returning']
  if (is('received')) return ['taken']
  return is('returned') ? ['returned'] : ['not_taken']
}
