import { expect, test } from 'vitest'
import { limitOver } from './limitOver.ts'

const limit = { left_in_eur: '100.00', next_level: 'identity', needed_level: 'identity' } as const
const flat = { left_in_eur: '100.00', next_level: null, needed_level: 'bank_statement' } as const

test('a purchase by card over the limit waits before the card is charged', () => {
  expect(limitOver(limit, 'card')).toBe('limit.over')
})

test.each(['crypto', 'sepa'] as const)(
  'a purchase by %s above the limit waits once the money is here, and is refunded where nothing raises the limit',
  (group) => {
    expect(limitOver(limit, group)).toBe('limit.overSent')
    expect(limitOver(flat, group)).toBe('limit.overAll')
  },
)
