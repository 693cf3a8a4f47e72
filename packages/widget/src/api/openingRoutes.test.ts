import { widgetOpening } from '@cambio/wire/routes/widgetOpening.ts'
import { expect, test } from 'vitest'
import { attempt, buyer, deposit, order, quote, view } from '../../test/views.ts'
import { openingRoutes } from './openingRoutes.ts'

const status = {
  version: 'v',
  state: 'used',
  order_state: { client_order_id: 'A', status: 'processing', step: 'status', terms: null },
  buyer,
  order: {
    ...order,
    attempt,
    deposit,
    tries: [{ at: 1, state: 'checking', card_number: '4', decline_reason: null }],
  },
} as const
const whole = { ...view, ...status, draft: { step: 'you', payin_amount: '100' } } as const

/** Every place in a JSON value, as the members that lead to it. */
function places(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([name, member]) => places(member, [...path, name]))]
}

/** The value with something else in one place. */
function broken(value: unknown, [name, ...rest]: readonly string[], other: unknown): unknown {
  if (name === undefined) return other
  if (Array.isArray(value))
    return value.map((member: unknown, index) =>
      String(index) === name ? broken(member, rest, other) : member,
    )
  const members = Object.entries(value ?? {}).map(([key, member]) =>
    key === name ? [key, broken(member, rest, other)] : [key, member],
  )
  return Object.fromEntries(members)
}

const read = [
  ['view', whole],
  ['status', { changed: status }],
  ['status', { changed: null }],
  ['quote', quote],
  ['draft', { saved: true }],
] as const

test('a buyer whose address has no state and no postal code is read', () => {
  const { state: _state, postal_code: _postalCode, ...payer } = { ...buyer.payer, country: 'HK' }
  const answer = { ...whole, buyer: { ...buyer, payer } }
  expect(widgetOpening.view.answer.safeParse(answer).success).toBe(true)
  expect(openingRoutes.view.answer.safeParse(answer)).toEqual({ success: true, data: answer })
})

test.each(['view', 'status', 'quote', 'draft'] as const)(
  '%s is asked for where the contract has it',
  (name) => {
    const { method, path } = widgetOpening[name]
    expect(openingRoutes[name]).toMatchObject({ method, path })
  },
)

test.each(read)('an answer of %s is read as the contract has it', (name, answer) => {
  expect(widgetOpening[name].answer.safeParse(answer).success).toBe(true)
  expect(openingRoutes[name].answer.safeParse(answer)).toEqual({ success: true, data: answer })
})

test.each(read)(
  'an answer of %s with a wrong type in any place is refused as the contract does it',
  (name, answer) => {
    for (const path of places(answer))
      for (const other of [Symbol('no JSON'), undefined]) {
        // It may be left out, and no JSON has an undefined member.
        if (other === undefined && path.join('.').endsWith('payer.state')) continue
        const bad = broken(answer, path, other)
        const byContract = widgetOpening[name].answer.safeParse(bad).success
        expect([path.join('.'), openingRoutes[name].answer.safeParse(bad).success]).toEqual([
          path.join('.'),
          byContract,
        ])
      }
  },
)
