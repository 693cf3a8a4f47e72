import type { DepositView } from '@cambio/wire/order/Deposit.ts'
import type { Status } from '@cambio/wire/order/Order.ts'
import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import { expect, test } from 'vitest'
import { attempt, deposit, order } from '../../test/views.ts'
import { orderSteps } from './orderSteps.ts'

const usual = { payin: 30, payout: 90 }

/** An order that went through these statuses, a minute each. */
function after(statuses: readonly Status[], parts: Partial<WidgetOrder> = {}): WidgetOrder {
  return {
    ...order,
    status: statuses.at(-1) ?? 'payin_pending',
    status_log: statuses.map((status, minute) => ({ at: minute * 60, status })),
    typical_seconds: usual,
    ...parts,
  }
}

const read = (shown: WidgetOrder) =>
  orderSteps(shown).map(({ is, state, usualSeconds }) => [
    is,
    state,
    ...(usualSeconds === null ? [] : [usualSeconds]),
  ])

const placed = ['payin_pending'] as const
const held = [...placed, 'processing', 'auth_success'] as const
const seen: DepositView = {
  ...deposit,
  arrivals: [{ amount: '1', currency: 'ETH', state: 'seen', confirmations: 0, txid: '0x', url: null }],
}

test.each<[what: string, order: WidgetOrder, steps: readonly (readonly (string | number)[])[]]>([
  [
    'an unpaid order',
    after(placed),
    [
      ['placed', 'done'],
      ['payin', 'waits'],
      ['payout', 'next'],
    ],
  ],
  [
    'a card that is being charged',
    after([...placed, 'processing'], { attempt }),
    [
      ['placed', 'done'],
      ['payin', 'now', 30],
      ['payout', 'next'],
    ],
  ],
  [
    'a payment that was approved',
    after(held),
    [
      ['placed', 'done'],
      ['payin', 'done'],
      ['payout', 'now', 90],
    ],
  ],
  [
    'coins that are awaited',
    after([...placed, 'processing'], { payin_group: 'crypto', deposit }),
    [
      ['placed', 'done'],
      ['payin', 'waits'],
      ['payout', 'next'],
    ],
  ],
  [
    'coins that were seen',
    after([...placed, 'processing'], { payin_group: 'crypto', deposit: seen }),
    [
      ['placed', 'done'],
      ['payin', 'now', 30],
      ['payout', 'next'],
    ],
  ],
  [
    'an order over its limit with the money here',
    after([...held, 'pending']),
    [
      ['placed', 'done'],
      ['payin', 'done'],
      ['answer', 'waits'],
      ['payout', 'next'],
    ],
  ],
  [
    'an order over its limit before any money',
    after([...placed, 'pending']),
    [
      ['placed', 'done'],
      ['answer', 'waits'],
      ['payin', 'next'],
      ['payout', 'next'],
    ],
  ],
  [
    'a withdrawal that waits for its code',
    after(['confirmation_pending'], { payin_group: 'balance', money: { ...order.money, state: 'taken' } }),
    [
      ['placed', 'done'],
      ['payin', 'waits'],
      ['payout', 'next'],
    ],
  ],
  [
    'a finished order',
    after([...held, 'processing_payout', 'finished']),
    [
      ['placed', 'done'],
      ['payin', 'done'],
      ['payout', 'done'],
    ],
  ],
  [
    'an expired order',
    after([...placed, 'expired']),
    [
      ['placed', 'done'],
      ['payin', 'failed'],
    ],
  ],
  [
    'money on its way back',
    after(held, { money: { ...order.money, state: 'returning' } }),
    [
      ['placed', 'done'],
      ['payin', 'done'],
      ['refund', 'now'],
    ],
  ],
  [
    'a refunded order',
    after([...held, 'refunded']),
    [
      ['placed', 'done'],
      ['payin', 'done'],
      ['refund', 'done'],
    ],
  ],
])('%s shows what is done, what is now and what is next', (_, shown, steps) => {
  expect(read(shown)).toEqual(steps)
})

test('an order that waits for its buyer names the answer that it waits for, and the payment and the coins after it', () => {
  const names = (statuses: readonly Status[], parts: Partial<WidgetOrder>) =>
    orderSteps(after(statuses, parts)).map(({ name }) => name)
  const paid = [...held, 'pending'] as const
  expect(names(paid, { substatus: 'understanding_pending' })).toEqual([
    'steps.placed',
    'steps.cardDone',
    'newPrice.title',
    'steps.sendCoins',
  ])
  expect(names(paid, { substatus: 'verify_pending' })[2]).toBe('steps.verification')
  expect(names([...placed, 'pending'], { substatus: 'verify_pending' })).toEqual([
    'steps.placed',
    'steps.verification',
    'steps.card',
    'steps.sendCoins',
  ])
})
