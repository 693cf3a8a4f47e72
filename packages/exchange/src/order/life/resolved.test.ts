import { describe, expect, test } from 'vitest'
import { balances } from '../../../testing/books.ts'
import {
  attempt,
  chargedBack,
  declined,
  returned,
  settled,
  wronglySettled,
} from '../../../testing/cardPayins.ts'
import {
  withAttentionReason,
  byTransfer,
  transferReceived,
  live,
  payoutFailed,
  sending,
  start,
} from '../../../testing/orders.ts'
import { payinOf, type Fact } from '../Order.ts'
import { next } from './next.ts'
import { step } from './step.ts'
import { attentionReasonOf } from './stops.ts'

describe('an order that waits for the operator', () => {
  const note = 'seen'
  const owed = live([attempt(1), wronglySettled])

  test('an order settled by hand owes and needs nothing more, and the books have the amount', () => {
    const { order, journals } = live([{ is: 'settled_by_hand', note }], owed.order)
    expect(withAttentionReason(order)).toMatchObject({
      status: 'refunded',
      attentionReason: null,
      payin: { attempts: [{ state: 'closed' }] },
    })
    expect(next(order, start, 0)).toBeUndefined()
    expect(balances([...owed.journals, ...journals])).toEqual({
      'posted card:receivable EUR': 9_999n,
      'posted by_hand EUR': -9_999n,
    })
  })

  test('an order whose refund is refused owes the money again', () => {
    const facts: Fact[] = [
      { is: 'refund_ordered', of: 'what_waits', note },
      { is: 'return_refused', number: 1 },
    ]
    const { order, journals } = live(facts, owed.order)
    expect(attentionReasonOf(order)).toBe('owed')
    expect(balances([...owed.journals, ...journals])).toEqual(balances(owed.journals))
  })

  test('an order whose coins did not move still waits while its other money is refunded', () => {
    const facts: Fact[] = [
      transferReceived('A1', 'NL91ABNA0417164300'),
      { is: 'priced', quote: byTransfer.quote },
      payoutFailed,
      transferReceived('A2', 'NL91ABNA0417164300', 2_000n),
      { is: 'continued', note },
      { is: 'transfer_returned', number: 2, note },
    ]
    const { order } = live(facts, byTransfer)
    expect(withAttentionReason(order)).toMatchObject({
      attentionReason: 'payout_failed',
      payin: { transfers: [{ state: 'received' }, { state: 'returned' }] },
    })
  })

  test('an order with money that cannot be refunded still waits while the rest is refunded', () => {
    const facts: Fact[] = [
      transferReceived('A1', 'NL91ABNA0417164300'),
      { is: 'refund_ordered', of: 'all', note },
      { is: 'transfer_bounced', number: 1, note },
      transferReceived('A2', null),
      { is: 'refund_ordered', of: 'all', note },
    ]
    const { order } = live(facts, byTransfer)
    expect(withAttentionReason(order)).toMatchObject({
      attentionReason: 'owed',
      payin: { transfers: [{ state: 'returning' }, { state: 'owed' }] },
    })
    const { order: after } = live([{ is: 'transfer_returned', number: 1, note }], order)
    expect(withAttentionReason(after)).toMatchObject({ status: 'auth_success', attentionReason: 'owed' })
    expect(withAttentionReason(live([{ is: 'settled_by_hand', note }], after).order)).toMatchObject({
      status: 'refunded',
      attentionReason: null,
    })
  })

  test('an order lets its client prove what it is pending for even when other money is refunded', () => {
    const limit = { level: 'basic', leftEurCents: 0n, verificationUrl: 'http://localhost/v' } as const
    const facts: Fact[] = [
      transferReceived('A1', 'NL91ABNA0417164300'),
      { is: 'payer_differs', limit, until: new Date(start.getTime() + 604_800_000) },
      transferReceived('A2', 'DE75512108001245126199'),
      { is: 'transfer_bounced', number: 2, note },
      { is: 'refund_ordered', of: 'what_waits', note },
    ]
    const { order } = live(facts, byTransfer)
    expect(withAttentionReason(order)).toMatchObject({ status: 'pending', attentionReason: null, limit })
  })

  test('an order sends no coins once the operator has its money refunded', () => {
    const stopped = live([attempt(1), settled, declined])
    const { order, journals } = live(
      [{ is: 'refund_ordered', of: 'what_waits', note }, returned],
      stopped.order,
    )
    expect(order).toMatchObject({ status: 'refunded', payout: { state: 'refused' } })
    expect(balances([...stopped.journals, ...journals])).toEqual({})
  })

  test('an order whose money the bank took before the coins left cannot go on, only be settled by hand', () => {
    const { order } = live([attempt(1), settled, chargedBack(10_000n), { is: 'continued', note }])
    expect(attentionReasonOf(order)).toBe('charged_back')
    const { order: after } = live([{ is: 'settled_by_hand', note }], order)
    expect(withAttentionReason(after)).toMatchObject({
      status: 'refunded',
      attentionReason: null,
      payout: { state: 'refused' },
    })
  })

  test('an order asks about coins that may have left, whatever the operator instructs', () => {
    const { order } = live([attempt(1), settled, sending, chargedBack(10_000n)])
    for (const is of ['continued', 'settled_by_hand'] as const) {
      const { order: after } = live([{ is, note }], order)
      expect([attentionReasonOf(after), next(after, start, 0)?.verb]).toEqual([null, 'ask_payout'])
    }
  })

  test('an order cannot go on when its coins arrived after all while its money goes back', () => {
    const facts: Fact[] = [
      { is: 'payout_failed', reason: 'reverted' },
      { is: 'refund_ordered', of: 'what_waits', note },
      { is: 'payout_done', txid: '0x01' },
    ]
    const { order } = live([attempt(1), settled, sending, ...facts])
    expect([attentionReasonOf(order), payinOf(order).returning]).toEqual(['contradiction', order.quote.payin])
    expect(step(order, { is: 'continued', note }, start)).toBeNull()
    const { order: after } = live([{ is: 'settled_by_hand', note }], order)
    expect([attentionReasonOf(after), payinOf(after).returning, next(after, start, 0)]).toEqual([
      null,
      null,
      undefined,
    ])
  })

  test('an order that is not stopped accepts no decision of the operator', () => {
    const { order } = live([attempt(1), settled])
    const words: Fact[] = [
      { is: 'continued', note },
      { is: 'refund_ordered', of: 'what_waits', note },
      { is: 'settled_by_hand', note },
    ]
    for (const fact of words) expect(step(order, fact, start)).toBeNull()
  })
})
