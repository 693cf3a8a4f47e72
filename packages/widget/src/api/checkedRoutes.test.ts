import { widget as contract } from '@cambio/wire/routes/widget.ts'
import { expect, test } from 'vitest'
import { attempt, buyer, deposit, order, quote, view } from '../../test/views.ts'
import { laterRoutes } from './laterRoutes.ts'
import { openingRoutes } from './openingRoutes.ts'

const routes = { ...openingRoutes, ...laterRoutes }
type Name = keyof typeof routes

const status = {
  version: 'v',
  seq: 3,
  state: 'used',
  order_state: { client_order_id: 'A', status: 'processing', step: 'status', terms: null },
  buyer,
  order: {
    ...order,
    attempt,
    deposit,
    tries: [
      { at: 1, state: 'checking', card_number: '4', wallet: null, decline_reason: null },
      // As the version before answers during a rolling upgrade.
      { at: 1, state: 'checking', card_number: '4', decline_reason: null },
    ],
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

const at = '2026-11-20T10:00:00.000Z'
const saved = {
  cards: [{ id: 'c', card_number: '4…1111', card_type: 'Visa', expiry: '01/2038' }],
  devices: [
    {
      id: 'd',
      name: 'Firefox',
      created_at: at,
      last_used_at: at,
      expires_at: at,
      is_passkey: false,
      is_this: true,
    },
  ],
  wallets: [{ payout_currency: 'ETH', payout_group: 'crypto', dst_address: '0x', memo: null }],
}

const read: readonly (readonly [Name, unknown])[] = [
  ['view', whole],
  ['status', { changed: status }],
  ['status', { changed: null }],
  ['quote', quote],
  ['draft', { saved: true }],
  ['address', { valid: true }],
  ['code', { sent: true, sandbox_code: '123456' }],
  ['session', { session: 's', expires_at: at, device_key: 'k' }],
  ['deviceSession', { session: 's', expires_at: at, email: 'jane@example.com' }],
  ['saved', saved],
  ['forget', saved],
  ['refundCode', { sent: true }],
  ['fields', { session_id: 'f', url: 'https://cards.example/fields/frame/f' }],
]

test.each(Object.keys(routes) as Name[])('%s is asked for where the contract has it', (name) => {
  const { method, path } = contract[name]
  expect(routes[name]).toMatchObject({ method, path })
})

test.each(read)('an answer of %s is read as the contract has it', (name, answer) => {
  expect(contract[name].answer.safeParse(answer).success).toBe(true)
  expect(routes[name].answer.safeParse(answer)).toEqual({ success: true, data: answer })
})

test.each(read)(
  'an answer of %s with a wrong type in any place is refused as the contract does it',
  (name, answer) => {
    for (const path of places(answer))
      for (const other of [Symbol('no JSON'), undefined]) {
        // It may be left out, and no JSON has an undefined member.
        if (other === undefined && path.join('.').endsWith('payer.state')) continue
        const bad = broken(answer, path, other)
        const byContract = contract[name].answer.safeParse(bad).success
        expect([path.join('.'), routes[name].answer.safeParse(bad).success]).toEqual([
          path.join('.'),
          byContract,
        ])
      }
  },
)
