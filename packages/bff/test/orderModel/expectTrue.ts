import { expect } from 'vitest'
import { has } from './ModelDeposits.ts'
import type { ModelOrder } from './ModelOrder.ts'
import { tell, type OrderWorld } from './OrderWorld.ts'

/** What each status may be followed by. */
const legal: Readonly<Record<string, readonly string[]>> = {
  start: ['payin_pending', 'confirmation_pending'],
  payin_pending: ['processing', 'pending', 'expired', 'canceled', 'error'],
  confirmation_pending: ['processing', 'expired', 'canceled'],
  processing: ['auth_success', 'processing_payout', 'pending', 'expired', 'canceled', 'error', 'refunded'],
  pending: ['processing', 'auth_success', 'expired', 'canceled', 'error'],
  auth_success: ['processing_payout', 'pending', 'refunded'],
  processing_payout: ['finished', 'refunded'],
  expired: ['refunded'],
  canceled: ['refunded'],
  error: ['refunded'],
  finished: [],
  refunded: [],
}

/** Holds an order's way, status and money against what was done about it, at whatever moment. */
export async function expectTrue(world: OrderWorld, order: ModelOrder): Promise<void> {
  const told = await tell(world, order)
  const about = [order.form, order.id, order.state]
  const log = statusesIn(told.at('status_log'))
  for (const [index, status] of log.entries())
    expect([...about, log[index - 1], legal[log[index - 1] ?? 'start']]).toEqual([
      ...about,
      log[index - 1],
      expect.arrayContaining([status]),
    ])
  expect([...about, log.at(-1)]).toEqual([...about, told.at('status')])
  expect([...about, statusesNow(order)]).toEqual([...about, expect.arrayContaining([told.at('status')])])
  expect([...about, moneyNow(order)]).toEqual([...about, expect.arrayContaining([told.at('money.state')])])
}

function statusesIn(log: unknown): string[] {
  const entries: readonly unknown[] = Array.isArray(log) ? log : []
  return entries.map((entry) =>
    typeof entry === 'object' && entry !== null && 'status' in entry ? String(entry.status) : '',
  )
}

/** The statuses that an order may have while things are still at work. */
function statusesNow({ state, ending, form }: ModelOrder): readonly string[] {
  switch (state) {
    case 'waiting':
      return form === 'withdrawal' ? ['confirmation_pending', 'expired'] : ['processing', 'expired']
    case 'charged':
      return ['processing', 'auth_success']
    case 'paid':
      return ['processing', 'auth_success', 'processing_payout', 'finished']
    case 'returned':
      return ['processing', 'auth_success', 'processing_payout', 'refunded']
    case 'unwanted':
      return ['processing', 'auth_success', 'refunded']
    case 'ended':
      return [ending ?? '', 'processing', 'confirmation_pending', 'refunded']
  }
}

/** Where its money may be then. */
function moneyNow({ state, deposits, failures, form }: ModelOrder): readonly string[] {
  const elsewhere = deposits ? whereabouts(deposits) : []
  switch (state) {
    case 'waiting':
    case 'ended':
      if (deposits) return elsewhere
      return form === 'withdrawal'
        ? ['held', 'returned', 'not_taken']
        : failures > 0
          ? ['not_taken', 'checking']
          : ['not_taken']
    case 'charged':
      return ['held', 'checking']
    case 'paid':
      return ['taken', 'held', 'checking', 'owed']
    case 'returned':
      return ['held', 'checking', 'taken', 'returning', 'returned']
    case 'unwanted':
      return elsewhere
  }
}

function whereabouts(deposits: NonNullable<ModelOrder['deposits']>): readonly string[] {
  if (has(deposits, 'kept')) return ['taken']
  if (has(deposits, 'unwanted')) return ['owed']
  if (has(deposits, 'going_back')) return ['returning', 'returned', 'checking']
  return ['not_taken', 'checking']
}
