import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balances, imbalances } from '../../testing/books.ts'
import {
  attempt,
  chargedBack,
  disputeWon,
  declined,
  held,
  otherAmount,
  returned,
  returnRefused,
  settled,
} from '../../testing/cardPayins.ts'
import { examplesOf } from '../../testing/examplesOf.ts'
import {
  anyDepositLife,
  anyLife,
  anyTransferLife,
  byDeposit,
  byHand,
  restoredByBank,
  onChain,
  chargedBackByBank,
} from '../../testing/lives.ts'
import {
  withAttentionReason,
  byTransfer,
  transferReceived,
  payoutFailed,
  payoutRefused,
  placed,
  quote,
  sending,
  sent,
  start,
} from '../../testing/orders.ts'
import type { Journal } from '../books/Journal.ts'
import { attemptsOf, depositsOf, transfersOf } from '../payin/Payin.ts'
import { txidOf } from './data/orderData.ts'
import { next } from './life/next.ts'
import { step } from './life/step.ts'
import { attentionReasonOf } from './life/stops.ts'
import { hasEnded, isBeingPaid, payinOf, waitsForOperator, type Fact, type Order } from './Order.ts'

/** Facts about a payment that was never made are impossible: the platform and the bank know only our ids. */
function possible({ payin, payout }: Order, fact: Fact): boolean {
  if (fact.is === 'attempted') return fact.attempt.number === attemptsOf(payin).length + 1
  if (fact.is === 'deposit_gone') return depositsOf(payin).some(({ entry }) => entry === fact.entry)
  if (fact.is.startsWith('payout')) return payout !== null
  const payments = [...attemptsOf(payin), ...transfersOf(payin), ...depositsOf(payin)]
  return !('number' in fact) || payments.some(({ number }) => number === fact.number)
}

/** The life of a random order: the possible facts in sequence, and what each changed. */
function lives(facts: readonly Fact[], floating: boolean, onStep: (step: Step) => void): void {
  livesOf({ ...placed, floating }, facts, onStep)
}

/** @param boundAt the fact before which the order has a client, where it had none */
function livesOf(
  from: Order,
  facts: readonly Fact[],
  onStep: (step: Step) => void,
  boundAt = facts.length,
): void {
  let order = from
  facts.forEach((fact, index) => {
    if (index === boundAt) order = { ...order, clientId: 'c1' }
    if (!possible(order, fact)) return
    const at = new Date(start.getTime() + (index + 1) * 400_000)
    const change = step(order, fact, at)
    if (!change) return
    expect(step(change.next, fact, at), 'the same fact again says nothing new').toBeNull()
    if (order.status === 'processing_payout')
      expect(['processing_payout', 'finished', 'refunded']).toContain(change.next.status)
    onStep({ before: order, fact, after: change.next, journals: change.journals ?? [], at })
    order = change.next
  })
}

type Step = {
  readonly before: Order
  readonly fact: Fact
  readonly after: Order
  readonly journals: readonly Journal[]
  readonly at: Date
}

/** An order that has not ended waits for something, if only for the operator. */
function waits({ after, at }: Step): void {
  const isSeen =
    hasEnded(after) || waitsForOperator(after) || payinOf(after).isAwaited || next(after, at, 0) !== undefined
  expect(isSeen, 'an order that has not ended waits for something').toBe(true)
}

describe('the life of an order, under events in any sequence', () => {
  test('an order keeps the rules of its life under events in any sequence', () => {
    fc.assert(
      fc.property(anyLife, fc.boolean(), (facts, floating) => {
        lives(facts, floating, ({ before, fact, after }) => {
          const settledOnes = attemptsOf(after.payin).filter(({ state }) => state === 'settled')
          expect(settledOnes.length <= 1).toBe(true)
          if (after.payout && !before.payout) expect(fact.is).toBe(floating ? 'priced' : 'settled')
          if (before.events.some(({ status }) => status === 'auth_success'))
            expect(['error', 'expired', 'canceled']).not.toContain(
              after.status === before.status ? '' : after.status,
            )
          if (hasEnded(before) && after.status !== before.status) expect(after.status).toBe('refunded')
          expect(after.events.map(({ seq }) => seq)).toEqual(after.events.map((_, place) => place + 1))
          if (isBeingPaid(after))
            expect(['expired', 'canceled', 'error', 'refunded']).not.toContain(after.status)
        })
      }),
      examplesOf(3_000),
    )
  })

  test('an order always waits for something, and owes no money without waiting for the operator', () => {
    fc.assert(
      fc.property(anyLife, fc.boolean(), (facts, floating) => lives(facts, floating, waits)),
      examplesOf(3_000),
    )
    fc.assert(
      fc.property(anyTransferLife, (facts) => livesOf(byTransfer, facts, waits)),
      examplesOf(3_000),
    )
    fc.assert(
      fc.property(anyTransferLife, fc.nat({ max: 12 }), (facts, boundAt) =>
        livesOf({ ...byTransfer, clientId: null }, facts, waits, boundAt),
      ),
      examplesOf(3_000),
    )
    fc.assert(
      fc.property(anyDepositLife, (facts) => livesOf(byDeposit, facts, waits)),
      examplesOf(3_000),
    )
  })

  test('an order books coins that leave, do not move and leave again each time by an id of its own', () => {
    const ids: string[] = []
    const life = [attempt(1), settled, sending, sent, payoutFailed, sent, payoutFailed, sent]
    lives(life, false, ({ journals }) => ids.push(...journals.map(({ id }) => id)))
    expect(ids.filter((id) => id.includes(':payout'))).toHaveLength(5)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('an order owes nobody money or coins once a charge-back is settled by hand', () => {
    const journals: Journal[] = []
    const life = [attempt(1), settled, disputeWon(10_000n, 4_000n), byHand, disputeWon(10_000n, 10_000n)]
    lives(life, false, (each) => {
      journals.push(...each.journals)
      agree(balances(journals), each.after)
    })
    expect(balances(journals)).toEqual({
      'posted card:receivable EUR': 10_000n,
      'posted by_hand EUR': -10_000n,
    })
  })

  test('an order is not refunded by the return of another payment while its own money is in dispute', () => {
    const second = { ...settled, number: 2 }
    const life = [
      attempt(1),
      declined,
      attempt(2),
      settled,
      second,
      { ...chargedBack(4_000n), number: 2 },
      returned,
    ]
    const statuses: string[] = []
    lives(life, false, ({ after }) => statuses.push(after.status))
    expect(statuses).toHaveLength(life.length)
    expect(statuses.at(-1)).toBe('processing_payout')
  })

  test.each<{ gone: readonly Fact[] }>([{ gone: [returned] }, { gone: [returnRefused, byHand] }])(
    'an order owes what a card held and released once a charge-back of it is won ($gone.0.is)',
    ({ gone }) => {
      const journals: Journal[] = []
      const won = [disputeWon(10_000n, 4_000n), disputeWon(10_000n, 10_000n)]
      lives([attempt(1), { ...held, amount: otherAmount }, ...gone, ...won], false, (each) => {
        journals.push(...each.journals)
        agree(balances(journals), each.after)
      })
      expect(balances(journals)).toEqual({
        'posted card:receivable EUR': otherAmount.units,
        'posted owed:ABCDE-123456 EUR': -otherAmount.units,
      })
    },
  )

  test('an order is refunded once a won charge-back returns what had also been refunded', () => {
    const life: readonly Fact[] = [
      transferReceived('A1', 'NL91ABNA0417164300'),
      { is: 'refund_ordered', of: 'all', note: 'asked' },
      chargedBackByBank(10_000n),
      { is: 'transfer_returned', number: 1, note: 'statement' },
      restoredByBank(10_000n, 10_000n),
    ]
    const ends: unknown[] = []
    livesOf(byTransfer, life, ({ after }) => ends.push([after.status, attentionReasonOf(after)]))
    expect(ends.slice(-2)).toEqual([
      ['auth_success', 'charged_back'],
      ['refunded', null],
    ])
  })

  test('an order ends once its pay-out is refused, where the money was lost and other coins were settled by hand', () => {
    const life = [
      onChain('deposit_came', 'D1'),
      { is: 'priced', quote },
      sending,
      { is: 'deposit_gone', entry: 'D1' },
      onChain('deposit_came', 'D3', 'BTC'),
      byHand,
      payoutRefused,
    ] as const
    const after: Order[] = []
    livesOf(byDeposit, life, (each) => {
      waits(each)
      after.push(each.after)
    })
    expect(after).toHaveLength(life.length)
    expect(withAttentionReason(after.at(-1))).toMatchObject({ status: 'refunded', attentionReason: null })
  })

  test('an order keeps books that balance, book nothing twice and agree with what the order knows', () => {
    fc.assert(
      fc.property(anyLife, fc.boolean(), (facts, floating) => {
        const all: Journal[] = []
        const ids = new Set<string>()
        lives(facts, floating, ({ after, journals }) => {
          for (const journal of journals) {
            expect(ids.has(journal.id), `journal ${journal.id} once`).toBe(false)
            ids.add(journal.id)
            expect(imbalances([journal])).toEqual([])
            all.push(journal)
          }
          expect(imbalances(all), 'every asset of all journals sums to zero').toEqual([])
          agree(balances(all), after)
        })
      }),
      examplesOf(3_000),
    )
  })
})

describe('the statements of a bank, in any sequence', () => {
  test('a transfer is booked once in any sequence of statements, and the books agree with the bank and the buyer', () => {
    fc.assert(
      fc.property(anyTransferLife, (facts) => {
        const all: Journal[] = []
        const ids = new Set<string>()
        livesOf(byTransfer, facts, ({ after, journals }) => {
          for (const journal of journals) {
            expect(ids.has(journal.id), `journal ${journal.id} once`).toBe(false)
            ids.add(journal.id)
            all.push(journal)
          }
          expect(imbalances(all)).toEqual([])
          const books = balances(all)
          const { received, disputed, returning, chargedBack } = payinOf(after)
          const isSold = (received ?? disputed) !== null && after.payout !== null
          const here = transfersOf(after.payin).filter(
            ({ reversal: back, state }) => state === 'taken_back' && back?.from === 'here',
          )
          const unsold = isSold ? [] : [received?.amount, disputed?.amount]
          const due = [...unsold, returning, ...here.map(({ amount }) => amount)]
          expect(books['posted order:ABCDE-123456 EUR'] ?? 0n, 'what the order has').toBe(
            -total(due.map((amount) => amount?.units ?? 0n)),
          )
          expect(books['posted chargeback EUR'] ?? 0n).toBe(chargedBack?.units ?? 0n)
          expect(books['posted owed:ABCDE-123456 EUR'] ?? 0n).toBe(-(payinOf(after).owed?.units ?? 0n))
        })
      }),
      examplesOf(3_000),
    )
  })
})

/** The books of one order say what its summary says. */
function agree(books: Readonly<Record<string, bigint>>, order: Order): void {
  const at = (name: string) => books[name] ?? 0n
  const { authorised, received, returning, owed, chargedBack, disputed } = payinOf(order)
  expect(at('posted wallet ETH'), 'coins are booked once they left').toBe(
    txidOf(order) === null ? 0n : -quote.payout.units,
  )
  expect(at('posted owed:ABCDE-123456 EUR')).toBe(-owedIn(order, true))
  expect(at('pending card:receivable EUR')).toBe(heldIn(order))
  expect(at('pending order:ABCDE-123456 EUR')).toBe(-heldIn(order))
  expect(at('posted chargeback EUR')).toBe(chargedBack?.units ?? 0n)
  const isSold = (received ?? disputed) !== null && order.payout !== null
  const unsold = [authorised, isSold ? null : received?.amount, returning, owed]
  const due = [
    'posted order:ABCDE-123456 EUR',
    'pending order:ABCDE-123456 EUR',
    'posted owed:ABCDE-123456 EUR',
  ]
  expect(total(due.map(at)), 'what the buyer is owed in money').toBe(
    -total(unsold.map((amount) => amount?.units ?? 0n)) - disputedIn(order, isSold),
  )
  expect(at('posted liquidity ETH') !== 0n, 'coins are sold for money that is here or in dispute').toBe(
    isSold,
  )
  const coins = (at('posted liquidity ETH') === 0n ? 0n : -quote.payout.units) - at('posted wallet ETH')
  expect(at('posted order:ABCDE-123456 ETH'), 'what the buyer is owed in coins').toBe(coins)
}

function total(units: readonly bigint[]): bigint {
  return units.reduce((sum, each) => sum + each, 0n)
}

/** What the order's attempts owe, of money that was captured or is only on hold. */
function owedIn({ payin }: Order, taken: boolean): bigint {
  return attemptsOf(payin).reduce(
    (sum, one) => (one.state === 'owed' && one.settled === taken ? sum + one.amount.units : sum),
    0n,
  )
}

/** What banks charged back, would be the buyer's if it were won back, and has not bought coins. */
function disputedIn({ payin }: Order, isSold: boolean): bigint {
  return attemptsOf(payin).reduce((sum, { state, dispute }) => {
    if (state !== 'charged_back' || !dispute || dispute.from === 'gone') return sum
    return isSold && dispute.from === 'received' ? sum : sum + dispute.taken.units
  }, 0n)
}

/** What the platform holds for the order. */
function heldIn(order: Order): bigint {
  return attemptsOf(order.payin).reduce(
    (sum, one) => {
      if (one.state === 'held') return sum + quote.payin.units
      return one.state === 'returning' && !one.settled ? sum + one.amount.units : sum
    },
    owedIn(order, false),
  )
}
