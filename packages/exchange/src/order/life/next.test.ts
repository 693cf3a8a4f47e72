import { describe, expect, test } from 'vitest'
import { attempt, captureRefused, declined, held, payin, settled } from '../../../testing/cardPayins.ts'
import { withAttentionReason, live, sending, sent, start } from '../../../testing/orders.ts'
import type { Order } from '../Order.ts'
import { next } from './next.ts'
import { attentionReasonOf } from './stops.ts'

describe('an order whose declined card was charged late, while another card pays', () => {
  const second = { number: 2, transId: 't2', amount: payin } as const
  const late = live([attempt(1), declined, attempt(2), { ...settled, ...second }, held]).order
  const verbs = (order: Order, count: number) =>
    Array.from({ length: count }, (_, tries) => next(order, start, tries)?.verb)

  test('an order with late money pays out before it refunds', () => {
    expect(verbs(late, 2)).toEqual(['pay_out', 'refund'])
    expect(next(late, start, 0)?.at).toEqual(start)
  })

  test('an order with late money delays neither the coins nor the refund for the other’s answer', () => {
    const { order } = live([sending, sent], late)
    expect(verbs(order, 6)).toEqual(['ask_payout', 'refund', 'ask_payout', 'refund', 'ask_payout', 'refund'])
    const waits = Array.from({ length: 40 }, (_, tries) => next(order, start, tries)?.at.getTime() ?? 0)
    expect(Math.max(...waits) - start.getTime()).toBe(30_000)
  })

  test('an order with late money pays out although the late money cannot be refunded', () => {
    const { order } = live([{ is: 'return_refused', number: 1 }], late)
    expect(attentionReasonOf(order)).toBe('owed')
    expect(next(order, start, 0)?.verb).toBe('pay_out')
  })

  test('an order with late money releases a late hold whose capture was refused', () => {
    const before = live([attempt(1), declined, attempt(2), { is: 'settled', ...second }]).order
    const { order } = live([captureRefused], before)
    expect(withAttentionReason(order)).toMatchObject({
      attentionReason: null,
      payin: { attempts: [{ state: 'returning' }, {}] },
    })
  })
})
