import { ended, Status } from '@cambio/wire/order/Order.ts'
import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import { expect, test } from 'vitest'
import { attempt } from '../../test/views.ts'
import { languageFor, sayIn } from '../text.ts'
import { statusView } from './StatusView.ts'

const say = sayIn(await languageFor('en'))
type AttemptState = NonNullable<WidgetOrder['attempt']>['state']

/** The headings that partners' own tests look for. */
const headings: Readonly<Record<Status, string>> = {
  payin_pending: 'Waiting for payment',
  confirmation_pending: 'Something is needed from you',
  processing: 'Waiting for payment',
  auth_success: 'On its way',
  processing_payout: 'On its way',
  pending: 'Something is needed from you',
  finished: 'You received what you ordered',
  canceled: 'Canceled',
  error: 'Payment declined',
  expired: 'Expired',
  refunded: 'Refunded',
}

test.each(Status.options)('%s has its heading', (status) => {
  expect(say(statusView({ status }).title)).toBe(headings[status])
})

const whileUnpaid: Readonly<Record<AttemptState, string>> = {
  checking: 'Waiting for payment',
  challenge: 'Waiting for payment',
  authorised: 'On its way',
  declined: 'Payment declined',
  canceled: 'Payment canceled',
  try_again: 'Try again',
  returning: 'Your money is going back',
  stopped: 'We are looking at your order',
}

test.each(['checking', 'challenge', 'authorised', 'declined', 'try_again'] as const)(
  'an attempt that is %s speaks for an order that waits for money, and for no other',
  (state) => {
    const headingOf = (status: Status) => say(statusView({ status, attempt: { ...attempt, state } }).title)
    expect(headingOf('processing')).toBe(whileUnpaid[state])
    expect(headingOf('payin_pending')).toBe(whileUnpaid[state])
    for (const status of Status.options)
      if (status !== 'processing' && status !== 'payin_pending')
        expect(headingOf(status)).toBe(headings[status])
  },
)

test.each(['returning', 'stopped'] as const)(
  'an attempt that is %s speaks until the order has ended',
  (state) => {
    for (const status of Status.options)
      expect(say(statusView({ status, attempt: { ...attempt, state } }).title)).toBe(
        ended.has(status) ? headings[status] : whileUnpaid[state],
      )
  },
)

test('a buyer who turned back at the bank is not called declined, whether another card may be tried or not', () => {
  const canceled = { ...attempt, state: 'canceled' } as const
  for (const status of ['payin_pending', 'processing', 'error'] as const) {
    const { title, text } = statusView({ status, attempt: canceled })
    expect([say(title), say(text)]).toEqual([
      'Payment canceled',
      'You canceled at your bank. No money has moved.',
    ])
  }
  expect(statusView({ status: 'error', attempt: canceled }).next).toBeDefined()
})

test('a buyer who cannot see the payment learns that one is under way', () => {
  for (const status of ['payin_pending', 'processing'] as const)
    expect(say(statusView({ status }).text)).toBe('A payment is under way. Please do not pay again.')
})

test('an order that ended without the money says so', () => {
  for (const status of ['expired', 'canceled', 'error'] as const)
    expect(say(statusView({ status }).text)).toContain('No money has moved')
})

test('an order that ended without the coins says where to start again, and no other does', () => {
  for (const status of Status.options) {
    const { next } = statusView({ status })
    const over = status === 'expired' || status === 'canceled' || status === 'error'
    expect([status, next && say(next)]).toEqual([
      status,
      over ? 'If you still want to order, start again at the shop.' : undefined,
    ])
  }
})

test('an order above the limit moved no money unless a card was approved or may be', () => {
  const textOf = (shownAttempt: WidgetOrder['attempt']) =>
    say(statusView({ status: 'pending', attempt: shownAttempt }).text)
  for (const none of [null, { ...attempt, state: 'declined' } as const])
    expect(textOf(none)).toContain('No money has moved')
  for (const state of ['checking', 'challenge', 'authorised'] as const)
    expect(textOf({ ...attempt, state })).not.toContain('No money has moved')
  expect(say(statusView({ status: 'pending' }).text)).not.toContain('No money has moved')
})

test.each([
  ['3-D Secure authentication failed', 'The payment was not confirmed at your bank. No money has moved.'],
  ['Timeout', 'The payment was not confirmed at your bank. No money has moved.'],
  ['Insufficient funds', 'Your bank declined the payment. No money has moved.'],
])('an attempt that ended with %s says who refused', (decline_reason, sentence) => {
  const declined = { ...attempt, state: 'declined', decline_reason } as const
  expect(say(statusView({ status: 'processing', attempt: declined }).text)).toBe(sentence)
})
