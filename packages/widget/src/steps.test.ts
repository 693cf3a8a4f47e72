import type { Step } from '@cambio/wire/widget/Frame.ts'
import type { WidgetOrder, WidgetView } from '@cambio/wire/widget/Widget.ts'
import { describe, expect, test } from 'vitest'
import { attempt, buyer, order, view } from '../test/views.ts'
import { stages, stepAfter, stepBefore, stepOf } from './steps.ts'

const everythingFixed = {
  payin_amount: '100.00',
  payin_currency: 'EUR',
  payin_group: 'card',
  payout_currency: 'ETH',
  payout_group: 'crypto',
  dst_address: '0x52908400098527886E0F7030069857D2E4169EE7',
}
const withoutGroup = { payin_amount: '100.00', payin_currency: 'EUR', payout_currency: 'ETH' }
const draft = { step: 'card', payout_currency: 'ETH', dst_address: '0x5290' } as const

const beforeOrder: readonly [string, Partial<WidgetView>, Step | null, Step][] = [
  ['a new request begins with the amount', {}, null, 'amount'],
  ['a request with everything fixed begins with the buyer', { fixed: everythingFixed }, null, 'you'],
  ['a way to pay that is not fixed is asked', { fixed: withoutGroup }, null, 'amount'],
  [
    'the only way to pay is not asked',
    { fixed: { ...withoutGroup, payin_currency: 'USD', payout_currency: 'XRP' } },
    null,
    'address',
  ],
  [
    'a fixed address still asks for the tag its network needs',
    { fixed: { ...everythingFixed, payout_currency: 'XRP' } },
    null,
    'address',
  ],
  [
    'a pay-out to the balance needs no address',
    { fixed: { ...everythingFixed, dst_address: '', payout_group: 'balance' } },
    null,
    'you',
  ],
  ['a reload resumes where the draft stands', { draft: { ...draft, step: 'address' } }, null, 'address'],
  ['without a session the buyer is asked first, however far the draft', { draft }, null, 'you'],
  ['with session and details the draft resumes at the card', { draft, buyer }, null, 'card'],
  [
    'who pays from a balance says first who they are',
    { draft: { step: 'address', payin_group: 'balance' } },
    null,
    'you',
  ],
  [
    'and goes on where they were',
    { draft: { step: 'address', payin_group: 'balance' }, buyer },
    null,
    'address',
  ],
  ['details that are missing are asked', { draft, buyer: { ...buyer, payer: null } }, null, 'you'],
  [
    'an address that is missing is asked again once the buyer is known',
    { draft: { ...draft, dst_address: undefined }, buyer },
    null,
    'address',
  ],
  [
    'an address the partner fixed is not asked again once its tag was',
    { fixed: { dst_address: 'rU5', payout_currency: 'XRP' }, draft: { step: 'card', memo: '7' }, buyer },
    null,
    'card',
  ],
  ['going back is honoured', { draft, buyer }, 'amount', 'amount'],
  ['going ahead of an unanswered step is not', {}, 'card', 'amount'],
]

test('an address that only this tab knows is not asked again once the buyer is known', () => {
  const typed = { payout_currency: 'ETH', dst_address: '0x5290', memo: '' }
  const resumed = { ...view, draft: { step: 'you', payout_currency: 'ETH' }, buyer } as const
  expect(stepOf(resumed, null, typed)).toBe('card')
  expect(stepOf(resumed, null)).toBe('address')
})

test('a reload resumes at the step that was reached with this tab’s address, for the coin that it is for', () => {
  const typed = { payout_currency: 'ETH', dst_address: '0x5290', memo: '', step: 'you' } as const
  const stored = { ...view, draft: { step: 'address', payout_currency: 'ETH' } } as const
  expect(stepOf(stored, null, typed)).toBe('you')
  expect(stepOf(stored, null)).toBe('address')
})

test.each(beforeOrder)('%s', (_, difference, at, step) => {
  expect(stepOf({ ...view, ...difference }, at)).toBe(step)
})

const declined = { ...attempt, state: 'declined' } as const
const canceled = { ...attempt, state: 'canceled' } as const
const ofOrder: readonly [string, Partial<WidgetOrder>, Step | null, Step][] = [
  ['an order to be paid by card asks for the card', {}, null, 'card'],
  ['an order at work without a card asks for the card', { status: 'processing' }, null, 'card'],
  ['an order paid otherwise shows its status', { payin_group: 'sepa' }, null, 'status'],
  ['a card being checked shows the status', { status: 'processing', attempt }, null, 'status'],
  [
    'a bank that asks is shown',
    { status: 'processing', attempt: { ...attempt, state: 'challenge' } },
    null,
    'challenge',
  ],
  [
    'a bank that asks comes before another card',
    { attempt: { ...attempt, state: 'challenge' } },
    'card',
    'challenge',
  ],
  ['a decline is shown before another card is asked', { attempt: declined }, null, 'status'],
  ['another card is asked when the buyer wants', { attempt: declined, attempts_left: 2 }, 'card', 'card'],
  [
    'a payment that was canceled is shown before another card is asked',
    { attempt: canceled },
    null,
    'status',
  ],
  ['another card is asked after it', { attempt: canceled, attempts_left: 2 }, 'card', 'card'],
  ['no card is asked when no try is left', { attempt: declined, attempts_left: 0 }, 'card', 'status'],
  ['an ended order shows its status', { status: 'expired' }, 'card', 'status'],
  ['a limit shows the status', { status: 'pending' }, 'card', 'status'],
]

describe('with an order', () => {
  test.each(ofOrder)('%s', (_, difference, at, step) => {
    expect(stepOf({ ...view, buyer, order: { ...order, ...difference } }, at)).toBe(step)
  })

  test('the details come before the card when they are missing', () => {
    expect(stepOf({ ...view, buyer: { ...buyer, payer: null }, order }, null)).toBe('you')
  })

  test.each([
    ['card', null, 'you'],
    ['challenge', null, 'you'],
    ['status', null, 'status'],
    ['status', 'you', 'you'],
  ] as const)('without a session, %s and going to %s lead to %s', (step, at, shown) => {
    const order_state = {
      client_order_id: 'A1B2C-D3E4F5',
      status: 'processing',
      step,
      terms: null,
    } as const
    expect(stepOf({ ...view, order_state }, at)).toBe(shown)
  })

  test('an ordered purchase has no way back', () => {
    expect(stepBefore({ ...view, buyer, order }, 'card')).toBeNull()
  })
})

test.each([
  ['status', 'you', 'status'],
  ['status', 'status', null],
  ['card', 'you', null],
  ['challenge', 'you', null],
] as const)('without a session, Back of an order at %s leads from %s to %s', (at, step, before) => {
  const order_state = {
    client_order_id: 'A1B2C-D3E4F5',
    status: 'processing',
    step: at,
    terms: null,
  } as const
  expect(stepBefore({ ...view, order_state }, step)).toBe(before)
})

test('Back and Continue skip what is not asked', () => {
  const fixedAddress = { ...view, fixed: { dst_address: '0x5290', payout_currency: 'ETH' } }
  expect(stepAfter(view, 'amount')).toBe('address')
  expect(stepAfter(fixedAddress, 'amount')).toBe('you')
  expect(stepBefore(fixedAddress, 'you')).toBe('amount')
  expect(stepBefore(view, 'amount')).toBeNull()
  expect(stepAfter({ ...view, buyer }, 'address')).toBe('card')
})

test('an expired request asks nothing', () => {
  expect(stepBefore({ ...view, state: 'expired' }, 'card')).toBeNull()
  expect(stages({ ...view, state: 'expired' })).toEqual([])
})

test('progress is counted in the same steps from the first to the last', () => {
  const all = ['amount', 'address', 'you', 'card']
  expect(stages(view)).toEqual(all)
  expect(stages({ ...view, draft, buyer })).toEqual(all)
  expect(stages({ ...view, draft, buyer, order })).toEqual(all)
  expect(stages({ ...view, kind: 'order', buyer, order })).toEqual(['you', 'card'])
  expect(stages({ ...view, fixed: everythingFixed })).toEqual(['you', 'card'])
})

test('a withdrawal asks for its client first, and then everything on one screen', () => {
  const asked = { ...view, fixed: { payin_currency: 'ETH', payin_group: 'balance' } }
  expect(stepOf(asked, null)).toBe('you')
  const known = { ...asked, buyer: { ...buyer, payer: null } }
  expect(stepOf(known, null)).toBe('amount')
  expect(stepBefore(known, 'amount')).toBeNull()
  expect(stages(asked)).toEqual(['you', 'amount'])
})
