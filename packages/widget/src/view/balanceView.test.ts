import { expect, test } from 'vitest'
import { languageFor, sayIn } from '../text.ts'
import { balanceView } from './balanceView.ts'

const say = sayIn(await languageFor('en'))

test('what is bought for a balance is said to be there, and not to be sent', () => {
  const view = balanceView({ status: 'finished', payin_group: 'card', payout_group: 'balance' })
  expect(view && say(view.text)).toBe('Your payment arrived, and what you bought is on your balance.')
})

test('a purchase that no balance has a part in says what its status says', () => {
  expect(balanceView({ status: 'finished', payin_group: 'card', payout_group: 'crypto' })).toBeNull()
})
