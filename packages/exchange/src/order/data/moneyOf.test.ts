import { describe, expect, test } from 'vitest'
import {
  attempt,
  captureRefused,
  challenged,
  chargedBack,
  declined,
  held,
  returnAccepted,
  returned,
  returnRefused,
  settled,
  timedOut,
  turnedAway,
  wronglySettled,
} from '../../../testing/cardPayins.ts'
import { live, paid, sending } from '../../../testing/orders.ts'
import type { Fact } from '../Order.ts'
import { moneyOf } from './moneyOf.ts'

const whole = { amount: '100.00', currency: 'EUR' }

/** A number of seconds after the order was placed, as a wire time. */
function after(seconds: number): string {
  return `${1_893_456_000 + seconds}.000000`
}

const expired: Fact = { is: 'expired' }
const second = attempt(2)

describe('the place of the buyer’s money', () => {
  test.each<[string, readonly Fact[], object]>([
    ['before anything', [], { state: 'not_taken', ...whole, at: after(0) }],
    ['while the result of a charge is unknown', [attempt(1)], { state: 'checking', ...whole, at: after(1) }],
    ['while the buyer is at the bank', [attempt(1), challenged], { state: 'checking', at: after(2) }],
    ['after a decline', [attempt(1), declined], { state: 'not_taken', at: after(2) }],
    ['while another card is tried', [attempt(1), declined, second], { state: 'checking', at: after(3) }],
    ['on a hold', [attempt(1), held], { state: 'held', ...whole, at: after(2) }],
    ['once it is ours', [attempt(1), held, settled], { state: 'taken', ...whole, at: after(3) }],
    [
      'when the coins have left',
      [attempt(1), settled, sending, paid],
      { state: 'taken', ...whole, at: after(2) },
    ],
    [
      'while a hold that cannot be captured is voided',
      [attempt(1), held, captureRefused],
      { state: 'returning', ...whole, at: after(3) },
    ],
    [
      'when it is refunded',
      [attempt(1), held, captureRefused, returnAccepted, returned],
      { state: 'returned', ...whole, at: after(5) },
    ],
    [
      'when its refund is refused',
      [attempt(1), held, captureRefused, returnRefused],
      { state: 'owed', ...whole, at: after(4) },
    ],
    ['of another amount', [attempt(1), wronglySettled], { state: 'owed', amount: '99.99', at: after(2) }],
    [
      'when the bank charged it back',
      [attempt(1), settled, sending, paid, chargedBack(10_000n)],
      { state: 'returned', ...whole, at: after(5) },
    ],
    [
      'while a payment other than ours is refunded',
      [attempt(1), turnedAway, timedOut, second, { ...held, number: 2 }, { ...settled, number: 2 }, settled],
      { state: 'returning', ...whole },
    ],
    ['after the order expired unpaid', [expired], { state: 'not_taken', at: after(0) }],
  ])('the state of the buyer’s money is reported %s', (_, facts, money) => {
    expect(moneyOf(live(facts).order)).toMatchObject(money)
  })
})
