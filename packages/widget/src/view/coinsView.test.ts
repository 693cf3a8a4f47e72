import type { Arrival, DepositState, DepositView } from '@cambio/wire/order/Deposit.ts'
import type { Status, SubStatus } from '@cambio/wire/order/Order.ts'
import { expect, test } from 'vitest'
import { deposit } from '../../test/views.ts'
import en from '../messages/en.ts'
import { sayIn } from '../text.ts'
import { coinsView } from './coinsView.ts'

const say = sayIn({ tag: 'en', messages: en, whole: true })

const arrival = (state: DepositState): Arrival => ({
  amount: '1.000000000000000000',
  currency: 'ETH',
  state,
  confirmations: 1,
  txid: '0x1',
  url: null,
})

const wordsOf = (
  status: Status,
  states: readonly DepositState[],
  changed: Partial<DepositView> = {},
  verification_url: string | null = 'https://exchange.test/verification/1',
  substatus: SubStatus | null = null,
) => {
  const arrivals = states.map(arrival)
  const view = coinsView({
    status,
    substatus,
    verification_url,
    deposit: { ...deposit, arrivals, ...changed },
  })
  return view && [say(view.title), say(view.text)]
}

test.each<[string, Status, DepositState[], Partial<DepositView>, string, RegExp]>([
  ['awaited', 'processing', [], {}, 'Waiting for payment', /No money has moved/],
  ['seen', 'processing', ['seen'], {}, 'On its way', /do not send them again/],
  ['too few', 'processing', ['short'], {}, 'Waiting for payment', /Send the rest/],
  ['received', 'auth_success', ['taken'], {}, 'On its way', /have received your coins/],
  ['over the limit', 'pending', ['taken'], {}, 'Something is needed from you', /have received.* seven days/],
  ['gone', 'processing', ['gone'], {}, 'Waiting for payment', /dropped .* Send them again/],
  ['gone and sent again', 'processing', ['gone', 'seen'], {}, 'On its way', /do not send them again/],
  ['gone for good', 'expired', ['gone'], {}, 'Expired', /no coins have left your wallet/],
  [
    'gone, as the operator has settled',
    'refunded',
    ['gone'],
    {},
    'Refunded',
    /no coins have left your wallet/,
  ],
  [
    'owed',
    'auth_success',
    ['owed'],
    { refund_address_state: 'needed' },
    'Something is needed from you',
    /yours/,
  ],
  ['owed late', 'expired', ['owed'], { refund_address_state: 'needed' }, 'Expired', /yours/],
  [
    'owed beside a pay-out',
    'finished',
    ['taken', 'owed'],
    { refund_address_state: 'needed' },
    'Something is needed from you',
    /yours/,
  ],
  ['going back', 'auth_success', ['returning'], {}, 'Your money is going back', /on their way back/],
  ['going back late', 'expired', ['returning'], {}, 'Expired', /on their way back/],
  [
    'too few to go back',
    'auth_success',
    ['kept'],
    {},
    'Something is needed from you',
    /smaller than the network fee/,
  ],
  [
    'owed although a wallet is known',
    'refunded',
    ['owed'],
    { refund_address_state: 'given' },
    'We are looking at your order',
    /until we have checked it/,
  ],
  ['back', 'refunded', ['returned'], {}, 'Refunded', /sent your coins back/],
  [
    'frozen',
    'processing',
    ['taken'],
    { is_stopped: true },
    'We are looking at your order',
    /until we have checked it/,
  ],
])('coins that are %s are described as they are', (_, status, states, changed, title, text) => {
  expect(wordsOf(status, states, changed)).toEqual([title, expect.stringMatching(text)])
})

test('coins above a limit that nothing raises are shown as refunded, and ask for nothing', () => {
  expect(wordsOf('pending', ['taken'], {}, null)).toEqual([
    'We are looking at your order',
    expect.stringMatching(/have received.* return your payment after seven days/),
  ])
})

test('coins of an order that has only just found its buyer are on their way until that is looked at', () => {
  expect(wordsOf('pending', ['taken'], {}, null, 'email_pending')).toEqual([
    'On its way',
    expect.stringMatching(/have received your coins/),
  ])
})

test('an order that was paid out, or that is paid another way, is described by its status', () => {
  expect(wordsOf('finished', ['taken'])).toBeNull()
  expect(wordsOf('finished', ['gone'])).toBeNull()
  expect(
    coinsView({ status: 'processing', substatus: null, deposit: null, verification_url: null }),
  ).toBeNull()
})
