import { expect, test } from 'vitest'
import en from '../messages/en.ts'
import { sayIn } from '../text.ts'
import { balanceView } from './balanceView.ts'

const say = sayIn({ tag: 'en', messages: en, whole: true })

test('coins bought for a balance are shown as there, and not as sent', () => {
  const view = balanceView({ status: 'finished', payin_group: 'card', payout_group: 'balance' })
  expect(view && say(view.text)).toBe(
    'We have received your payment, and what you bought is on your balance.',
  )
})

test('a purchase without a balance says what its status says', () => {
  expect(balanceView({ status: 'finished', payin_group: 'card', payout_group: 'crypto' })).toBeNull()
})
