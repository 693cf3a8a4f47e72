import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balances, imbalances } from '../../../../testing/books.ts'
import {
  attempt,
  captureRefused,
  challenged,
  chargedBack,
  declined,
  held,
  timedOut,
  otherAmount,
  payin as expected,
  returnAccepted,
  returned,
  returnRefused,
  settled,
  wronglySettled,
} from '../../../../testing/cardPayins.ts'
import { examplesOf } from '../../../../testing/examplesOf.ts'
import type { Journal } from '../../../books/Journal.ts'
import type { PayinContext } from '../../machine/PayinChange.ts'
import type { CardFact, CardPayin } from './CardPayin.ts'
import { cardInstructed, cardStep } from './cardStep.ts'
import { cardSummary } from './cardSummary.ts'

const order: PayinContext = {
  orderId: 'ABCDE-123456',
  clientId: 'c1',
  at: new Date('2026-03-01T12:00:00Z'),
  seq: 2,
  expected,
  acceptsPayment: true,
  wantsMoney: true,
  keepsMoney: true,
  hasBought: false,
  mayHaveLeft: false,
}
const ended: PayinContext = { ...order, acceptsPayment: false, wantsMoney: false }
const fresh: CardPayin = { is: 'card', attempts: [] }

/** Applies facts in sequence, and collects the bookings and the last effect on the order. */
function live(facts: readonly CardFact[], from = fresh, context = order) {
  const journals: Journal[] = []
  let effect: string | null = null
  const payin = facts.reduce((before, fact, index) => {
    const change = cardStep(before, fact, { ...context, seq: context.seq + index })
    effect = change === null || change === 'contradiction' ? change : change.effect.is
    if (change === null || change === 'contradiction') return before
    journals.push(...(change.journals ?? []))
    return change.next
  }, from)
  return { payin, journals, effect, summary: cardSummary(payin, expected) }
}

const nothing = {
  expected,
  reserved: null,
  authorised: null,
  received: null,
  returning: null,
  returned: null,
  owed: null,
  settledByHand: null,
  lost: null,
  writtenOff: null,
  chargedBack: null,
  disputed: null,
  isOpen: false,
  isAwaited: false,
  mayBegin: true,
  isHeldFirst: true,
  heldSince: null,
  begunAt: null,
  isPricedOnReceipt: false,
  hasOnlyOther: false,
  asksWhereTo: false,
  refundAddress: null,
}

describe('a pay-in by card', () => {
  test('a challenged pay-in by card gets the bank’s address once the platform reports it', () => {
    const challenge = { url: 'https://bank.test/', method: 'GET', params: null } as const
    const { payin } = live([attempt(1), challenged, { ...challenged, challenge }, challenged])
    expect(payin.attempts).toMatchObject([{ state: 'challenged', challenge }])
  })

  test('a pay-in by card never has two charges that could both succeed', () => {
    expect(live([attempt(1), attempt(2)]).payin.attempts).toHaveLength(1)
  })

  test('a pay-in by card begins no charge that its order does not want', () => {
    expect(live([attempt(1)], fresh, ended)).toMatchObject({ payin: fresh, effect: null })
  })

  test('a pay-in by card fails with the reason of the third decline, and not before', () => {
    const second = { ...declined, number: 2 }
    const third = { ...declined, number: 3 }
    const two = live([attempt(1), declined, attempt(2), second])
    expect(two).toMatchObject({ effect: 'noted', summary: { mayBegin: true } })
    const three = live([attempt(3), third, attempt(4)], two.payin)
    expect(three).toMatchObject({ payin: { attempts: [{}, {}, {}] }, summary: { mayBegin: false } })
    expect(live([attempt(3), third], two.payin).effect).toBe('failed')
  })

  test('a pay-in by card reports where the money is in each state', () => {
    const amount = expected
    const received = { number: 1, amount }
    const begunAt = attempt(1).attempt.openedAt
    const cases: readonly (readonly [readonly CardFact[], string, object])[] = [
      [[], 'begun', { isOpen: true, isAwaited: true, begunAt }],
      [[challenged], 'noted', { isOpen: true, isAwaited: true, begunAt }],
      [[declined], 'noted', {}],
      [[held], 'authorised', { authorised: amount, begunAt, heldSince: begunAt }],
      [[held, settled], 'received', { received, begunAt }],
      [[held, captureRefused], 'returning', { returning: amount }],
      [[held, captureRefused, returned], 'returned', { returned: amount }],
      [[wronglySettled], 'owed', { owed: otherAmount }],
      [
        [settled, chargedBack(4_000n)],
        'charged_back',
        { chargedBack: { ...amount, units: 4_000n }, disputed: received },
      ],
    ]
    for (const [facts, effect, summary] of cases)
      expect(live([attempt(1), ...facts])).toMatchObject({ effect, summary: { ...nothing, ...summary } })
  })

  test('a pay-in by card refunds what its order no longer wants', () => {
    const { payin } = live([attempt(1)])
    expect(live([held], payin, ended).summary).toMatchObject({ authorised: null, returning: expected })
    expect(live([settled], payin, ended).summary).toMatchObject({ received: null, returning: expected })
  })

  test('a pay-in by card refunds and settles by hand only the parts that its order names', () => {
    const { payin, journals } = live([attempt(1), settled])
    const others = ['authorised', 'returning', 'owed'] as const
    for (const is of ['refund', 'settle_by_hand'] as const)
      expect(cardInstructed(payin, { is, parts: others }, order)).toBeNull()
    const back = cardInstructed(payin, { is: 'refund', parts: ['received'] }, order)
    expect(back && cardSummary(back.next, expected)).toEqual({ ...nothing, returning: expected })
    const byHand = cardInstructed(payin, { is: 'settle_by_hand', parts: ['received'] }, order)
    expect(byHand && cardSummary(byHand.next, expected)).toEqual({ ...nothing, settledByHand: expected })
    expect(balances([...journals, ...(byHand?.journals ?? [])])).toEqual({
      'posted card:receivable EUR': 10_000n,
      'posted by_hand EUR': -10_000n,
    })
  })

  test('a pay-in by card rejects a fact about an attempt that was never made', () => {
    expect(() => cardStep(fresh, held, order)).toThrow('attempt 1')
  })
})

const charges = fc.constantFrom<Exclude<CardFact, { is: 'attempted' }>>(
  challenged,
  declined,
  timedOut,
  held,
  { ...held, amount: otherAmount },
  settled,
  wronglySettled,
  captureRefused,
  returnAccepted,
  returnRefused,
  returned,
  chargedBack(4_000n),
)

describe('the facts about charges, in any sequence', () => {
  test('a pay-in by card ignores a repeated fact, and its books agree with the summary', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(charges, fc.nat(2), fc.boolean()), { minLength: 5, maxLength: 25 }),
        (sequence) => {
          let { payin } = live([attempt(1)])
          const journals: Journal[] = []
          sequence.forEach(([charge, number, isWanted], index) => {
            const next = attempt(payin.attempts.length + 1)
            const fact = number === 0 ? next : { ...charge, number: (number % payin.attempts.length) + 1 }
            const context = { ...order, wantsMoney: isWanted, seq: index }
            const change = cardStep(payin, fact, context)
            if (change === null || change === 'contradiction') return
            expect(cardStep(change.next, fact, context)).toBeNull()
            payin = change.next
            journals.push(...(change.journals ?? []))
          })
          expect(imbalances(journals)).toEqual([])
          const { authorised, received, returning, owed, chargedBack: lost } = cardSummary(payin, expected)
          const books = balances(journals)
          expect(books['posted chargeback EUR'] ?? 0n).toBe(lost?.units ?? 0n)
          if (lost) return
          const here = [authorised, received?.amount, returning, owed]
          const total = here.reduce((sum, amount) => sum + (amount?.units ?? 0n), 0n)
          const receivable = ['posted', 'pending'].map((layer) => books[`${layer} card:receivable EUR`] ?? 0n)
          expect(receivable.reduce((sum, units) => sum + units, 0n)).toBe(total)
        },
      ),
      examplesOf(2_000),
    )
  })
})
