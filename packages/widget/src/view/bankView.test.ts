import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import { expect, test } from 'vitest'
import { order } from '../../test/views.ts'
import en from '../messages/en.ts'
import { sayIn } from '../text.ts'
import { bankView } from './bankView.ts'

const say = sayIn({ tag: 'en', messages: en, whole: true })

const verification_url = 'https://exchange.test/verification/1'

const wordsOf = (changed: Partial<WidgetOrder>, state: WidgetOrder['money']['state'] = 'not_taken') => {
  const view = bankView({ ...order, ...changed, money: { ...order.money, state } })
  return view && [say(view.title), say(view.text)]
}

test('an order that waits for a transfer says that no money was received, whoever placed it', () => {
  for (const status of ['payin_pending', 'processing'] as const)
    expect(wordsOf({ status, payin_group: 'sepa' })).toEqual([
      'Waiting for payment',
      'We are waiting for your bank transfer. No money has reached us yet.',
    ])
})

test.each<[string, Partial<WidgetOrder>, WidgetOrder['money']['state'], string, RegExp]>([
  ['came', { status: 'auth_success' }, 'taken', 'On its way', /^We have received your transfer/],
  [
    'is on its way back',
    { status: 'auth_success' },
    'returning',
    'Your money is going back',
    /account it came from/,
  ],
  ['came too late', { status: 'expired' }, 'returning', 'Expired', /on its way back/],
  ['came too late and cannot go back', { status: 'expired' }, 'owed', 'Expired', /is yours/],
  [
    'came and is over the limit',
    { status: 'pending', substatus: 'identity_pending', verification_url },
    'taken',
    'Something is needed from you',
    /have received.* seven days/,
  ],
  [
    'came and is over a limit that nothing raises',
    { status: 'pending', substatus: 'proof_pending' },
    'taken',
    'We are looking at your order',
    /have received.* after seven days/,
  ],
  [
    'came for an order that has only just found its buyer',
    { status: 'pending', substatus: 'email_pending' },
    'taken',
    'On its way',
    /^We have received your transfer/,
  ],
  [
    'came from another account',
    { status: 'pending', substatus: 'proof_pending', verification_url },
    'taken',
    'Something is needed from you',
    /bank statement/,
  ],
])('money that %s never reads as money that has not moved', (_what, changed, state, title, text) => {
  const [heading, sentence] = wordsOf({ ...changed, payin_group: 'sepa' }, state) ?? []
  expect(heading).toBe(title)
  expect(sentence).toMatch(text)
  expect(sentence).not.toContain('No money has moved')
})

test('money that leaves by bank is not called coins', () => {
  for (const status of ['processing_payout', 'finished'] as const)
    expect(wordsOf({ status, payout_group: 'sepa' }, 'taken')?.[1]).toContain('bank')
})

test('an order whose pay-out was returned does not read as paid out', () => {
  expect(wordsOf({ status: 'finished', payout_group: 'sepa', is_stopped: true }, 'taken')).toEqual([
    'We are looking at your order',
    expect.stringContaining('returned to us the transfer'),
  ])
})

test('an order by card to a wallet is described by its status', () => {
  for (const status of ['payin_pending', 'processing', 'finished', 'expired'] as const)
    expect(wordsOf({ status })).toBeNull()
})
