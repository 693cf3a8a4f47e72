import { expect, test } from 'vitest'
import type { LevelCaps } from '../catalogue/Caps.ts'
import type { Client } from '../client/Client.ts'
import { limitAhead } from './limitAhead.ts'

const caps: LevelCaps = {
  unverified: 0n,
  email_phone: 0n,
  basic: 15_000n,
  identity: 100_000n,
  address: 1_500_000n,
  bank_statement: 100_000_000n,
}

const client: Client = {
  id: '1',
  partnerId: 'p',
  email: 'doe@example.com',
  level: 'unverified',
  payer: null,
  registeredCountry: null,
  loginCountry: null,
  applicantId: '1',
  documents: null,
  credentialsVersion: 0,
}

test.each([
  ['the buyer is unknown', null, 0n, 15_000n, { leftEurCents: 15_000n, next: 'identity', needed: null }],
  ['one cent more', null, 0n, 15_001n, { leftEurCents: 15_000n, next: 'identity', needed: 'identity' }],
  [
    'details are still to be given',
    client,
    10_000n,
    5_001n,
    { leftEurCents: 5_000n, next: 'identity', needed: 'identity' },
  ],
  [
    'more than the next level allows',
    client,
    90_000n,
    50_000n,
    { leftEurCents: 0n, next: 'identity', needed: 'address' },
  ],
  [
    'a verified buyer',
    { ...client, level: 'identity' } as const,
    90_000n,
    10_000n,
    { leftEurCents: 10_000n, next: 'address', needed: null },
  ],
  [
    'the highest level',
    { ...client, level: 'bank_statement' } as const,
    0n,
    1n,
    { leftEurCents: 100_000_000n, next: null, needed: null },
  ],
] as const)(
  'the limit of an order is known before it is placed: %s',
  (_, buyer, turnoverEurCents, purchaseEurCents, expected) => {
    expect(limitAhead(caps, buyer, { turnoverEurCents, purchaseEurCents }, 'basic')).toEqual(expected)
  },
)

test.each([
  ['the buyer is unknown', null],
  ['the buyer’s details were given before, and changed since', client],
])(
  'the limit of a transfer, which asks for no buyer details, is known before it is placed: %s',
  (_, buyer) => {
    const open: LevelCaps = { ...caps, unverified: 5_000n }
    const ahead = (purchaseEurCents: bigint) =>
      limitAhead(open, buyer, { turnoverEurCents: 0n, purchaseEurCents }, 'unverified')
    expect(ahead(5_000n)).toEqual({ leftEurCents: 5_000n, next: 'basic', needed: null })
    expect(ahead(5_001n)).toEqual({ leftEurCents: 5_000n, next: 'basic', needed: 'basic' })
  },
)
