import type { Journal } from '@cambio/server/postgres/Ledger.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Refusal } from '../protocol/Refusal.ts'
import type { Challenge } from './Challenge.ts'
import type { Change } from './Change.ts'
import type { Fact } from './Fact.ts'
import { step } from './step.ts'
import { statusOf, type Transaction } from './Transaction.ts'

const at = new Date('2026-03-01T09:30:00Z')
const id = 'aaaff66a-904f-11ea-833e-0242ac1f0007'
const challenge: Challenge = { status: '3DS', url: 'https://bank.example', method: 'POST', params: {} }

const accepted: Transaction = {
  id,
  merchantId: '11111111-1111-4111-8111-111111111111',
  orderId: 'order-1',
  seq: 0,
  createdAt: at,
  money: { units: 10_000n, currency: 'EUR' },
  means: {
    mask: '411111******1111',
    brand: 'Visa',
    expiry: { month: '01', year: '2038' },
    issuerCountry: null,
    wallet: null,
  },
  acquirer: 'sandbox',
  descriptor: 'CAMBIO',
  captureDelayMs: 1000,
  vaultId: null,
  byToken: false,
  payer: { email: 'doe@example.com', name: 'Jane Doe', ip: '203.0.113.7' },
  term: { url: 'https://shop.example', target: '_top' },
  answered: null,
  challenge: null,
  state: 'authorising',
}

/** The books that a life's journals make, kept as the database keeps them. */
function books() {
  const journals = new Map<string, Journal>()
  const resolved = new Set<string>()
  const sums = new Map<string, bigint>()
  const post = (account: string, layer: string, units: bigint) =>
    sums.set(`${account} ${layer}`, (sums.get(`${account} ${layer}`) ?? 0n) + units)
  return {
    write(journal: Journal) {
      expect(journals.has(journal.id)).toBe(false)
      journals.set(journal.id, journal)
      const total = { pending: 0n, posted: 0n }
      for (const { layer, units } of journal.postings) total[layer] += units
      expect(total).toEqual({ pending: 0n, posted: 0n })
      for (const { account, layer, units } of journal.postings) post(account, layer, units)
      if (journal.resolves === undefined) return
      expect(resolved.has(journal.resolves)).toBe(false)
      resolved.add(journal.resolves)
      const hold = journals.get(journal.resolves)
      expect(hold).toBeDefined()
      for (const { account, layer, units } of hold?.postings ?? [])
        if (layer === 'pending') post(account, layer, -units)
    },
    owed: (layer: 'pending' | 'posted') =>
      -(sums.get(`merchant:${accepted.merchantId}:payable ${layer}`) ?? 0n),
  }
}

/** Ends of an operation that is not the one in hand. */
const unknownOperation = { operationId: `${id}-0`, units: 5_000n, reason: 'Do not honor' } as const
const unknownOperations = [
  { is: 'captured', ...unknownOperation },
  { is: 'capture_declined', ...unknownOperation },
  { is: 'reversed', ...unknownOperation },
  { is: 'reversal_declined', ...unknownOperation },
] as const

/** What can be said of a transaction at any moment, however senseless: whoever says it may be late, or repeat it. */
const anyFact = fc.oneof(
  fc.record({
    is: fc.constant('authorised' as const),
    reference: fc.constant('ref'),
    inAnswer: fc.boolean(),
  }),
  fc.record({
    is: fc.constant('declined' as const),
    reason: fc.constant('Do not honor' as const),
    inAnswer: fc.boolean(),
  }),
  fc.record({
    is: fc.constant('challenged' as const),
    reference: fc.constant('ref'),
    challenge: fc.constant(challenge),
  }),
  fc.record({ is: fc.constant('capture_by_hand' as const), units: fc.option(fc.bigInt(1n, 11_000n)) }),
  fc.record({ is: fc.constant('return_requested' as const), units: fc.option(fc.bigInt(1n, 11_000n)) }),
  fc.record({ is: fc.constant('charged_back' as const), units: fc.option(fc.bigInt(1n, 11_000n)) }),
  fc.constantFrom(...unknownOperations),
  fc.record({ is: fc.constant('work' as const), pick: fc.nat(7), done: fc.boolean(), twice: fc.boolean() }),
)
type AnyFact = typeof anyFact extends fc.Arbitrary<infer Given> ? Given : never

/** Lives through what is said, doing operations as the platform does: started, ended once, gone when dropped. */
function live(facts: readonly AnyFact[]) {
  const merchantBooks = books()
  const open = new Map<string, NonNullable<Change['open']>>()
  let transaction: Transaction = accepted
  const captures = new Set<string>()
  const apply = (fact: Fact): void => {
    const change = attempt(transaction, fact)
    if (!change) return
    expect(change.next.seq).toBe(transaction.seq + 1)
    transaction = change.next
    for (const journal of change.journals ?? []) merchantBooks.write(journal)
    if (change.close) expect(change.log).toEqual(logOfEnd(open.get(change.close.id), change.close.state))
    if (change.dropCaptures) for (const [key, { kind }] of open) if (kind === 'capture') open.delete(key)
    if (change.open) open.set(change.open.id, change.open)
    if (change.close) open.delete(change.close.id)
    if (fact.is === 'captured') captures.add(fact.operationId)
  }
  for (const fact of facts) {
    if (fact.is === 'work') {
      const operation = [...open.values()][fact.pick % Math.max(1, open.size)]
      if (operation) {
        for (const each of work(operation, fact.done, fact.twice)) apply(each)
        expect(open.has(operation.id)).toBe(false)
      }
    } else if (fact.is === 'capture_by_hand') {
      apply({ is: 'capture_started', operationId: null, units: fact.units })
    } else if (fact.is === 'charged_back') {
      apply({ ...fact, reason: '4837', bankDate: '2026-03-01' })
    } else {
      apply(fact)
    }
    check(transaction, merchantBooks)
    const inHand = transaction.state === 'capturing' || transaction.state === 'reversing'
    expect('operationId' in transaction ? open.has(transaction.operationId) : false).toBe(inHand)
  }
  expect(captures.size).toBeLessThanOrEqual(1)
  return transaction
}

/** How an operation ended is logged with what it was about. */
function logOfEnd(operation: Change['open'], state: string): Change['log'] {
  const types = { capture: 'CAPTURE', reversal: 'REVERSAL', refund: 'REFUND', release: 'REVERSAL' } as const
  if (operation === undefined) throw new Error('What ended had not begun.')
  const status = state === 'done' ? 'success' : 'fail'
  return { type: types[operation.kind], status, units: operation.units }
}

function work(
  { id: operationId, kind, units }: NonNullable<Change['open']>,
  done: boolean,
  twice: boolean,
): Fact[] {
  const reason = 'Transaction not permitted' as const
  switch (kind) {
    case 'capture': {
      const start: Fact = { is: 'capture_started', operationId, units }
      const end: Fact = done
        ? { is: 'captured', operationId, units }
        : { is: 'capture_declined', operationId, units, reason }
      return twice ? [start, start, end, end] : [start, end]
    }
    case 'reversal': {
      const end: Fact = done
        ? { is: 'reversed', operationId }
        : { is: 'reversal_declined', operationId, reason }
      return twice ? [end, end] : [end]
    }
    // An operation that has ended is looked up before its end is told again, so a refund is told once.
    case 'refund':
      return [
        done ? { is: 'refunded', operationId, units } : { is: 'refund_declined', operationId, units, reason },
      ]
    case 'release':
      return [done ? { is: 'released', operationId } : { is: 'release_declined', operationId, reason }]
  }
}

function attempt(transaction: Transaction, fact: Fact): Change | null {
  try {
    return step(transaction, fact, at)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** What the books owe the merchant is what the transaction says, at every moment. */
function check(transaction: Transaction, merchantBooks: ReturnType<typeof books>): void {
  if ('captured' in transaction) {
    const { captured, refunding, refunded, chargedBack, money } = transaction
    expect(captured <= money.units && refunding >= 0n && refunded + refunding <= captured).toBe(true)
    expect(chargedBack <= captured).toBe(true)
    expect(merchantBooks.owed('posted')).toBe(captured - refunded - chargedBack)
    expect(merchantBooks.owed('pending')).toBe(-refunding)
  } else {
    const isHeld = ['held', 'capturing', 'reversing'].includes(transaction.state)
    expect(merchantBooks.owed('pending')).toBe(isHeld ? transaction.money.units : 0n)
    expect(merchantBooks.owed('posted')).toBe(0n)
  }
}

test('the books agree with the transaction after any facts, in any order and number', () => {
  fc.assert(
    fc.property(fc.array(anyFact, { maxLength: 30 }), (facts) => void live(facts)),
    { numRuns: 2000 },
  )
})

describe('a transaction that has ended', () => {
  const ends: readonly [string, readonly AnyFact[]][] = [
    ['DECLINED', [{ is: 'declined', reason: 'Do not honor', inAnswer: true }]],
    ['REVERSAL', [authorised(), { is: 'return_requested', units: null }, worked()]],
    ['REFUND', [authorised(), worked(), { is: 'return_requested', units: null }, worked()]],
  ]
  test.each(ends)('a transaction stays %s, whatever comes after it but a chargeback', (status, facts) => {
    const after = anyFact.filter(({ is }) => is !== 'charged_back')
    fc.assert(
      fc.property(fc.array(after, { maxLength: 10 }), (more) => {
        expect(statusOf(live([...facts, ...more]))).toBe(status)
      }),
    )
  })
})

test('money held after our no is let go, once, however often the bank says that it holds it', () => {
  const declined =
    step(accepted, { is: 'declined', reason: 'Timeout', inAnswer: false }, at)?.next ?? accepted
  const late: Fact = { is: 'authorised', reference: 'late', inAnswer: false }
  const released = step(declined, late, at)
  expect(released?.open).toMatchObject({ kind: 'release', units: 10_000n })
  expect(statusOf(released?.next ?? accepted)).toBe('DECLINED')
  expect(step(released?.next ?? accepted, late, at)).toBeNull()
})

describe('a settled payment', () => {
  const left = { captured: 10_000n, refunding: 4_000n, refunded: 6_000n, chargedBack: 0n }
  const settled: Transaction = { ...accepted, state: 'settled', reference: 'ref', ...left }
  const refunded: Fact = { is: 'refunded', operationId: `${id}-3`, units: 4_000n }

  test('a payment has nothing left to refund while all of it is on its way', () => {
    const wholeReturn: Fact = { is: 'return_requested', units: null }
    expect(() => step(settled, wholeReturn, at)).toThrow(new Refusal('refund_above_amount'))
  })

  test('a payment books the end of one refund once', () => {
    const partly: Transaction = { ...settled, captured: 20_000n, money: { units: 20_000n, currency: 'EUR' } }
    const after = step(partly, refunded, at)?.next ?? partly
    expect(() => step(after, refunded, at)).toThrow('ended twice')
  })
})

function authorised(): AnyFact {
  return { is: 'authorised', reference: 'ref', inAnswer: true }
}

function worked(): AnyFact {
  return { is: 'work', pick: 0, done: true, twice: false }
}
