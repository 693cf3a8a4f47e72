import { describe, expect, test } from 'vitest'
import { attempt, buyer, order, view } from '../../test/views.ts'
import { Failure, type FailureCode } from '../api/Failure.ts'
import { languageFor, sayIn } from '../text.ts'
import { failureText } from './failureText.ts'

test.each([
  ['en', 'This order can no longer be paid, and no payment was made just now.'],
  ['de', 'Diese Bestellung kann nicht mehr bezahlt werden, und es wurde eben keine Zahlung ausgeführt.'],
])('a payment refused because its order has ended was not made, and %s says so', async (locale, sentence) => {
  const { key, money, moneyKey } = failureText(new Failure('order_state'), view)
  expect(sayIn(await languageFor(locale))(key)).toBe(sentence)
  expect([money, moneyKey]).toEqual(['no', null])
})

describe('that no money has moved', () => {
  const promised = (shownView: typeof view, code: FailureCode = 'unreachable') =>
    failureText(new Failure(code), shownView).moneyKey === 'money.no'
  const hidden = { client_order_id: 'A1B2C-D3E4F5', status: 'processing', terms: null } as const
  const declined = { ...attempt, state: 'declined' } as const

  test('a failure says that no money has moved while no payment was begun', () => {
    expect(promised(view)).toBe(true)
    expect(promised({ ...view, buyer, order })).toBe(true)
    expect(promised({ ...view, buyer, order: { ...order, attempt: declined } })).toBe(true)
    expect(promised({ ...view, order_state: { ...hidden, step: 'card' } })).toBe(true)
  })

  test('a failure does not say that no money has moved once a payment was begun', () => {
    expect(promised({ ...view, buyer, order: { ...order, attempt } })).toBe(false)
    expect(promised({ ...view, buyer, order: { ...order, status: 'finished' } })).toBe(false)
    for (const step of ['challenge', 'status'] as const)
      for (const code of ['unreachable', 'not_allowed', 'session_invalid'] as const)
        expect(promised({ ...view, order_state: { ...hidden, step } }, code)).toBe(false)
  })

  test('a failure of an unknown link does not say that no money has moved: it may be that of a paid order', () => {
    for (const code of ['request_unknown', 'order_unknown'] as const) {
      expect(promised(view, code)).toBe(false)
      expect(failureText(new Failure(code), view)).toMatchObject({
        money: 'checking',
        moneyKey: 'money.unknown',
      })
    }
    expect(promised(view, 'request_used')).toBe(false)
  })
})

test('an invalid coupon asks nobody about money', () => {
  expect(failureText(new Failure('coupon_invalid'), view)).toMatchObject({ money: 'no', moneyKey: null })
})

test.each(['code_invalid', 'coupon_invalid'] as const)('%s says that it may have expired', async (code) => {
  const { key } = failureText(new Failure(code), view)
  expect(sayIn(await languageFor('en'))(key)).toContain('expired')
  expect(sayIn(await languageFor('de'))(key)).toContain('abgelaufen')
})
