import * as Money from '@cambio/wire/Money.ts'
import * as Rate from '@cambio/wire/Rate.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { next } from './next.ts'
import { hasEnded, liveAttempt, statusLog, type Attempt, type Fact, type Order } from './Order.ts'
import { txidOf } from './orderData.ts'
import { journalsOf, type Journal } from './postings.ts'
import type { Quote } from '../price/Quote.ts'
import { step } from './step.ts'

const start = new Date('2030-01-01T00:00:00.000Z')
const payin: Money.Money = { units: 10_000n, currency: 'EUR' }
const other: Money.Money = { units: 9_999n, currency: 'EUR' }

const quote: Quote = {
  payin,
  payout: { units: 34_000_000_000_000_000n, currency: 'ETH' },
  payinGroup: 'card',
  payoutGroup: 'crypto',
  rate: Rate.parse('2763.75', 'EUR', 'ETH'),
  payinFee: { units: 120n, currency: 'EUR' },
  marginFee: { units: 290n, currency: 'EUR' },
  payoutFee: { units: 290_000_000_000_000n, currency: 'ETH' },
  leftover: { units: 1n, currency: 'EUR' },
  payinEur: payin,
  payoutEur: { units: 9_400n, currency: 'EUR' },
  marginEur: { units: 290n, currency: 'EUR' },
  fees: { networkBps: 120n, serviceBps: 290n, spreadBps: 50n, transferEurCents: 80n },
}

const placed: Order = {
  id: 'ABCDE-123456',
  partnerId: 'p1',
  partnerOrderId: 'shop-1',
  requestId: 'r1',
  origin: 'widget',
  callbackVersion: 2,
  clientId: 'c1',
  email: 'doe@example.com',
  quote,
  destination: { address: '0x52908400098527886E0F7030069857D2E4169EE7', memo: null },
  purchase: null,
  coupon: null,
  floating: false,
  clientIp: '127.0.0.1',
  clientCountry: 'DE',
  remoteCountry: null,
  createdAt: start,
  status: 'payin_pending',
  substatus: null,
  seq: 1,
  events: [{ seq: 1, fact: 'placed', status: 'payin_pending', substatus: null, at: start }],
  expiresAt: new Date(start.getTime() + 3_600_000),
  attempts: [],
  payout: null,
  limit: null,
  errorMessage: null,
  holdReason: null,
}

function attempt(number: number): Fact {
  const open: Attempt & { state: 'open' } = {
    state: 'open',
    number,
    platformOrderId: `ABCDE-123456-${number}`,
    sessionId: `s${number}`,
    card: { mask: '411111******1111', brand: 'Visa', issuerCountry: null },
    payerIp: '127.0.0.1',
    returnTo: 'frame',
    openedAt: start,
  }
  return { is: 'attempted', attempt: open }
}

const challenged: Fact = { is: 'challenged', number: 1, transId: 't1', challenge: null }
const declined: Fact = { is: 'declined', number: 1, transId: 't1', reason: 'Insufficient funds' }
const held: Fact = { is: 'held', number: 1, transId: 't1', amount: payin }
const settled: Fact = { is: 'settled', number: 1, transId: 't1', amount: payin }
const captureRefused: Fact = { is: 'capture_refused', number: 1, transId: 't1', amount: payin }
const returned: Fact = { is: 'returned', number: 1, transId: 't1' }
const chargedBack = (units: bigint): Fact => ({
  is: 'charged_back',
  number: 1,
  transId: 't1',
  amount: { units, currency: 'EUR' },
})
const sending: Fact = { is: 'payout_sending' }
const sent: Fact = { is: 'payout_sent', txid: 'ff' }
const paid: Fact = { is: 'payout_done', txid: 'ff' }

/** Lives through facts, a second apart, collecting what the books hear. */
function live(facts: readonly Fact[], from: Order = placed): { order: Order; journals: Journal[] } {
  const journals: Journal[] = []
  const order = facts.reduce((before, fact, index) => {
    const after = step(before, fact, new Date(start.getTime() + (index + 1) * 1000))
    journals.push(...journalsOf(before, after))
    return after
  }, from)
  return { order, journals }
}

function statuses(order: Order): string[] {
  return statusLog(order).map(({ status }) => status)
}

/** Sums of the posted layer by account and asset, holds resolved, zeros left out. */
function balances(journals: readonly Journal[]): Record<string, bigint> {
  const resolved = new Set(journals.flatMap(({ resolves }) => resolves ?? []))
  const sums: Record<string, bigint> = {}
  for (const { id, postings } of journals)
    for (const { account, asset, layer, units } of postings) {
      if (layer === 'pending' && resolved.has(id)) continue
      const key = `${layer} ${account} ${asset}`
      sums[key] = (sums[key] ?? 0n) + units
    }
  return Object.fromEntries(Object.entries(sums).filter(([, units]) => units !== 0n))
}

describe('a card order', () => {
  it('that was challenged learns where the bank is once the platform says it', () => {
    const challenge = { url: 'https://bank.test/', method: 'GET', params: null } as const
    const { order } = live([attempt(1), challenged, { ...challenged, challenge }, challenged])
    expect(order.attempts).toMatchObject([{ state: 'challenged', challenge }])
  })

  it('is paid out after the money is ours, in the order the log tells', () => {
    const { order, journals } = live([attempt(1), challenged, held, settled, paid])
    expect(statuses(order)).toEqual([
      'payin_pending',
      'processing',
      'auth_success',
      'processing_payout',
      'finished',
    ])
    expect(balances(journals)).toEqual({
      'posted card:receivable EUR': 10_000n,
      'posted fee:network EUR': -120n,
      'posted fee:service EUR': -290n,
      'posted rounding EUR': -1n,
      'posted liquidity EUR': -9_589n,
      'posted liquidity ETH': 34_290_000_000_000_000n,
      'posted fee:network ETH': -290_000_000_000_000n,
      'posted wallet ETH': -34_000_000_000_000_000n,
    })
  })

  it('pays nothing out on a hold alone', () => {
    const { order } = live([attempt(1), held])
    expect(order.payout).toBeNull()
    expect(next(order, start, 0)?.verb).toBe('ask_charge')
  })

  it('stays in processing after a decline, and is an error with the bank’s reason after the third', () => {
    const second = { ...declined, number: 2 }
    const third = { ...declined, number: 3, reason: 'Do not honor' }
    expect(live([attempt(1), declined]).order.status).toBe('processing')
    const { order, journals } = live([attempt(1), declined, attempt(2), second, attempt(3), third])
    expect(order).toMatchObject({ status: 'error', errorMessage: 'Do not honor' })
    expect(journals).toEqual([])
  })

  it('never has two charges that could both succeed', () => {
    const { order } = live([attempt(1), attempt(2)])
    expect(order.attempts).toHaveLength(1)
  })

  it('ends refunded with nothing in the books when the capture fails and the hold is voided', () => {
    const { order, journals } = live([attempt(1), held, captureRefused, returned])
    expect(order.status).toBe('refunded')
    expect(order.payout).toBeNull()
    expect(balances(journals)).toEqual({})
  })

  it('is not refunded before the money is back', () => {
    const { order } = live([attempt(1), held, captureRefused])
    expect(order.status).toBe('auth_success')
    expect(next(order, start, 0)?.verb).toBe('refund')
  })

  it('gives late money back after it has ended, and books nothing in the end', () => {
    const late = new Date(start.getTime() + 4_000_000)
    const lapsed: Fact = { is: 'declined', number: 1, transId: null, reason: 'Timeout' }
    const expired = step(live([attempt(1), lapsed]).order, { is: 'expired' }, late)
    expect(expired.status).toBe('expired')
    const { order, journals } = live([held, settled], expired)
    expect(order.status).toBe('expired')
    expect(next(order, late, 0)?.verb).toBe('refund')
    const back = live([returned], order)
    expect(back.order.status).toBe('refunded')
    expect(balances([...journals, ...back.journals])).toEqual({})
  })

  it('books money of a wrong amount as owed and pays nothing out', () => {
    const wrong: Fact = { ...settled, amount: other }
    const { order, journals } = live([attempt(1), wrong])
    expect(order).toMatchObject({ holdReason: 'owed', payout: null })
    expect(next(order, start, 0)).toBeUndefined()
    expect(balances(journals)).toEqual({
      'posted card:receivable EUR': 9_999n,
      'posted owed:ABCDE-123456 EUR': -9_999n,
    })
  })

  it('goes back to the buyer when the network refuses the pay-out', () => {
    const refused: Fact = { is: 'payout_refused', reason: 'unknown account' }
    const { order, journals } = live([attempt(1), settled, refused, returned])
    expect(order.status).toBe('refunded')
    expect(balances(journals)).toEqual({})
  })

  it('is told of coins that left although the pay-out was refused, books them and stops', () => {
    const refused: Fact = { is: 'payout_refused', reason: 'unknown account' }
    const { order, journals } = live([attempt(1), settled, sending, refused, sent])
    expect(order).toMatchObject({ payout: { state: 'sent', txid: 'ff' }, holdReason: 'contradiction' })
    expect(balances(journals)['posted wallet ETH']).toBe(-34_000_000_000_000_000n)
    expect(next(order, start, 0)?.verb).toBe('ask_payout')
  })

  it('stops when its money goes back while the coins are being sent, and books both', () => {
    const { order, journals } = live([attempt(1), settled, sending, returned, sent])
    expect(order).toMatchObject({ payout: { state: 'sent', txid: 'ff' }, holdReason: 'contradiction' })
    expect(balances(journals)).toEqual({
      'posted order:ABCDE-123456 ETH': 34_000_000_000_000_000n,
      'posted wallet ETH': -34_000_000_000_000_000n,
    })
  })

  it('is refunded when its money went back and the coins turn out not to have left', () => {
    const refused: Fact = { is: 'payout_refused', reason: 'unknown account' }
    const { order, journals } = live([attempt(1), settled, sending, returned, refused])
    expect(order.status).toBe('refunded')
    expect(balances(journals)).toEqual({})
  })

  describe('whose declined card was charged late, while another is paid with', () => {
    const second = { number: 2, transId: 't2', amount: payin } as const
    const late = live([attempt(1), declined, attempt(2), { is: 'settled', ...second }, held]).order
    const verbs = (order: Order, count: number) =>
      Array.from({ length: count }, (_, asked) => next(order, start, asked)?.verb)

    it('pays out before it gives back', () => {
      expect(verbs(late, 2)).toEqual(['pay_out', 'refund'])
      expect(next(late, start, 0)?.at).toEqual(start)
    })

    it('lets neither the coins nor the money that goes back wait for the other’s answer', () => {
      const { order } = live([sending, sent], late)
      expect(verbs(order, 6)).toEqual([
        'ask_payout',
        'refund',
        'ask_payout',
        'refund',
        'ask_payout',
        'refund',
      ])
      const waits = Array.from({ length: 40 }, (_, asked) => next(order, start, asked)?.at.getTime() ?? 0)
      expect(Math.max(...waits) - start.getTime()).toBe(60_000)
    })

    it('pays out although the late money cannot be given back', () => {
      const { order } = live([{ is: 'return_refused', number: 1 }], late)
      expect(order.holdReason).toBe('owed')
      expect(next(order, start, 0)?.verb).toBe('pay_out')
    })

    it('gives back a late hold whose capture was refused', () => {
      const before = live([attempt(1), declined, attempt(2), { is: 'settled', ...second }]).order
      const { order } = live([captureRefused], before)
      expect(order).toMatchObject({ holdReason: null, attempts: [{ state: 'returning' }, {}] })
    })
  })

  describe('that waits for the operator', () => {
    const note = 'seen'
    const owed = live([attempt(1), { ...settled, amount: other }])

    it('is settled by hand: nothing is owed or asked any more, and the books say how much it was', () => {
      const { order, journals } = live([{ is: 'settled_by_hand', note }], owed.order)
      expect(order).toMatchObject({ status: 'refunded', holdReason: null, attempts: [{ state: 'closed' }] })
      expect(next(order, start, 0)).toBeUndefined()
      expect(balances([...owed.journals, ...journals])).toEqual({
        'posted card:receivable EUR': 9_999n,
        'posted by_hand EUR': -9_999n,
      })
    })

    it('may owe again what was given back in vain', () => {
      const facts: Fact[] = [
        { is: 'refund_ordered', note },
        { is: 'return_refused', number: 1 },
      ]
      const { order, journals } = live(facts, owed.order)
      expect(order.holdReason).toBe('owed')
      expect(balances([...owed.journals, ...journals])).toEqual(balances(owed.journals))
    })

    it('sends no coins once its money is given back at his word', () => {
      const stopped = live([attempt(1), settled, declined])
      const { order, journals } = live([{ is: 'refund_ordered', note }, returned], stopped.order)
      expect(order).toMatchObject({ status: 'refunded', payout: { state: 'refused' } })
      expect(balances([...stopped.journals, ...journals])).toEqual({})
    })

    it('cannot go on when the bank took the money before the coins left, only be settled', () => {
      const { order } = live([attempt(1), settled, chargedBack(10_000n), { is: 'continued', note }])
      expect(order.holdReason).toBe('charged_back')
      const { order: after } = live([{ is: 'settled_by_hand', note }], order)
      expect(after).toMatchObject({ status: 'refunded', holdReason: null, payout: { state: 'refused' } })
    })

    it('has its coins asked for, which may have left, whatever he says', () => {
      const { order } = live([attempt(1), settled, sending, chargedBack(10_000n)])
      for (const is of ['continued', 'settled_by_hand'] as const) {
        const { order: after } = live([{ is, note }], order)
        expect([after.holdReason, next(after, start, 0)?.verb]).toEqual([null, 'ask_payout'])
      }
    })

    it('is not one of which nothing is wrong', () => {
      const { order } = live([attempt(1), settled])
      for (const is of ['continued', 'refund_ordered', 'settled_by_hand'] as const)
        expect(step(order, { is, note }, start)).toBe(order)
    })
  })

  it('whose rate floats buys nothing before it is priced, and then at that price', () => {
    const dearer = { ...quote, payout: { units: 30n * 10n ** 15n, currency: 'ETH' } }
    const floating = { ...placed, floating: true }
    const { order, journals } = live([attempt(1), held, settled], floating)
    expect(order).toMatchObject({ status: 'auth_success', payout: null })
    expect(next(order, start, 0)).toMatchObject({ verb: 'price', at: start })
    expect(balances(journals)).toEqual({
      'posted card:receivable EUR': 10_000n,
      'posted order:ABCDE-123456 EUR': -10_000n,
    })
    const priced = live([{ is: 'priced', quote: dearer }], order)
    expect(priced.order).toMatchObject({ status: 'processing_payout', quote: dearer })
    expect(next(priced.order, start, 0)?.verb).toBe('pay_out')
    const back = live([returned], priced.order)
    expect(balances([...journals, ...priced.journals, ...back.journals])).toEqual({})
  })

  it('keeps its status on a charge-back, books the loss and calls for the operator', () => {
    const { order, journals } = live([attempt(1), settled, paid, chargedBack(10_000n)])
    expect(order).toMatchObject({ status: 'finished', holdReason: 'charged_back' })
    expect(balances(journals)['posted chargeback EUR']).toBe(10_000n)
    expect(balances(journals)['posted card:receivable EUR']).toBeUndefined()
  })

  it('loses to a charge-back what was given back before, and only that', () => {
    const refused: Fact = { is: 'payout_refused', reason: 'unknown account' }
    const { journals } = live([attempt(1), settled, refused, returned, chargedBack(10_000n)])
    expect(balances(journals)).toEqual({
      'posted chargeback EUR': 10_000n,
      'posted card:receivable EUR': -10_000n,
    })
  })

  it('owes nothing any more once the bank has taken it back', () => {
    const wrong: Fact = { ...settled, amount: other }
    const { order, journals } = live([attempt(1), wrong, chargedBack(9_999n)])
    expect(order.holdReason).toBe('charged_back')
    expect(balances(journals)['posted owed:ABCDE-123456 EUR']).toBeUndefined()
  })

  it('takes no notice of money that came and went behind its back', () => {
    const lapsed: Fact = { is: 'declined', number: 1, transId: null, reason: 'Timeout' }
    const { order, journals } = live([attempt(1), lapsed, returned])
    expect(order).toMatchObject({ status: 'processing', holdReason: null })
    expect(journals).toEqual([])
  })

  it('stops when two truths contradict each other', () => {
    const { order } = live([attempt(1), settled, declined])
    expect(order.holdReason).toBe('contradiction')
    expect(next(order, start, 0)).toBeUndefined()
  })

  it('lapses only when its time is over and no charge is under way', () => {
    const at = (ms: number) => new Date(start.getTime() + ms)
    expect(step(placed, { is: 'expired' }, at(3_599_999)).status).toBe('payin_pending')
    expect(step(placed, { is: 'expired' }, at(3_600_000)).status).toBe('expired')
    const open = live([attempt(1)]).order
    expect(step(open, { is: 'expired' }, at(9_000_000))).toBe(open)
  })

  it('waits for a verification and goes on at the new price, or is canceled', () => {
    const limited: Fact = {
      is: 'limited',
      substatus: 'identity_pending',
      limit: { level: 'basic', leftEurCents: 0n, verificationUrl: 'http://localhost/v' },
      until: new Date(start.getTime() + 604_800_000),
    }
    const { order } = live([limited])
    expect(order).toMatchObject({ status: 'pending', substatus: 'identity_pending' })
    const cheaper = { ...quote, payout: { units: 33n * 10n ** 15n, currency: 'ETH' } }
    const cleared = live([{ is: 'cleared', quote: cheaper, expiresAt: start }], order).order
    expect(cleared).toMatchObject({ status: 'processing', substatus: null, limit: null, quote: cheaper })
    expect(live([{ is: 'refused' }], order).order.status).toBe('canceled')
  })
})

/** What a platform may truly say of one charge, in the order it becomes true. */
const truths: readonly (readonly Fact[])[] = [
  [challenged, held, settled],
  [held, settled],
  [challenged, declined],
  [held, captureRefused, returned],
  [challenged, held, captureRefused, returned],
]

describe('any order of notices, returns, timers and questions', () => {
  it('comes to the same end once the platform’s last word is asked for', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...truths),
        fc.array(fc.nat({ max: 9 }), { maxLength: 12 }),
        (truth, seen) => {
          const calm = live([attempt(1), ...truth]).order
          // Answers overtake each other, so anything true at some time may be heard at any time.
          const heard = seen.flatMap((index) => truth[index % truth.length] ?? [])
          const last = truth.at(-1)
          const wild = live([attempt(1), ...heard, ...(last ? [last] : [])]).order
          expect(wild.status).toBe(calm.status)
          expect(wild.attempts.at(-1)?.state).toBe(calm.attempts.at(-1)?.state)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

const anyFact = fc.oneof(
  fc.constantFrom<Fact>(
    { is: 'started' },
    attempt(1),
    attempt(2),
    { is: 'expired' },
    sending,
    sent,
    paid,
    { is: 'payout_refused', reason: 'no' },
    { is: 'priced', quote },
    { is: 'unpriceable' },
    { is: 'continued', note: 'seen' },
    { is: 'refund_ordered', note: 'seen' },
    { is: 'settled_by_hand', note: 'seen' },
  ),
  fc
    .record({
      number: fc.constantFrom(1, 2),
      fact: fc.constantFrom(
        challenged,
        declined,
        held,
        { ...held, amount: other },
        settled,
        { ...settled, amount: other },
        captureRefused,
        returned,
        chargedBack(4_000n),
        chargedBack(10_000n),
      ),
    })
    .map(({ number, fact }) => ({ ...fact, number })),
  fc
    .record({
      number: fc.constantFrom(1, 2),
      is: fc.constantFrom('return_accepted' as const, 'return_refused' as const),
    })
    .map((fact): Fact => fact),
)

/** Facts about an attempt that was never made cannot come: the platform knows our ids only. */
function possible(order: Order, fact: Fact): boolean {
  if (fact.is === 'attempted') return fact.attempt.number === order.attempts.length + 1
  if (fact.is.startsWith('payout')) return order.payout !== null
  return !('number' in fact) || order.attempts.some(({ number }) => number === fact.number)
}

describe('whatever comes, in whatever order', () => {
  it('keeps the rules of an order’s life and balanced books', () => {
    fc.assert(
      fc.property(fc.array(anyFact, { maxLength: 25 }), fc.boolean(), (facts, floating) => {
        let order: Order = { ...placed, floating }
        const journals: Journal[] = []
        const ids = new Set<string>()
        facts.forEach((fact, index) => {
          if (!possible(order, fact)) return
          const at = new Date(start.getTime() + (index + 1) * 400_000)
          const after = step(order, fact, at)
          expect(step(after, fact, at), 'the same fact again changes nothing').toBe(after)
          for (const journal of journalsOf(order, after)) {
            expect(ids.has(journal.id), `journal ${journal.id} once`).toBe(false)
            ids.add(journal.id)
            expect(sums(journal)).toEqual([])
            journals.push(journal)
          }
          const books = balances(journals)
          const coinsOut = txidOf(after) === null ? undefined : -quote.payout.units
          expect(books['posted wallet ETH'], 'coins are booked once they left').toBe(coinsOut)
          expect(books['posted owed:ABCDE-123456 EUR'] ?? 0n).toBe(-owedIn(after, true))
          expect(books['pending card:receivable EUR'] ?? 0n).toBe(heldIn(after))
          expect(after.attempts.filter((one) => one.state === 'settled').length <= 1).toBe(true)
          if (after.payout && !order.payout) expect(fact.is).toBe(floating ? 'priced' : 'settled')
          if (order.events.some(({ status }) => status === 'auth_success'))
            expect(['error', 'expired', 'canceled']).not.toContain(
              after.status === order.status ? '' : after.status,
            )
          if (hasEnded(order) && after.status !== order.status) expect(after.status).toBe('refunded')
          expect(after.events.map(({ seq }) => seq)).toEqual(after.events.map((_, place) => place + 1))
          if (liveAttempt(after))
            expect(['expired', 'canceled', 'error', 'refunded']).not.toContain(after.status)
          order = after
        })
      }),
      { numRuns: 3_000 },
    )
  })
})

/** What is owed by the order's attempts, of money that was taken or is only held. */
function owedIn({ attempts }: Order, taken: boolean): bigint {
  return attempts.reduce(
    (sum, one) => (one.state === 'owed' && one.settled === taken ? sum + one.amount.units : sum),
    0n,
  )
}

/** What the platform holds for the order. */
function heldIn(order: Order): bigint {
  return order.attempts.reduce(
    (sum, one) => {
      if (one.state === 'held') return sum + payin.units
      return one.state === 'returning' && !one.settled ? sum + one.amount.units : sum
    },
    owedIn(order, false),
  )
}

function sums({ postings }: Journal): string[] {
  const total = new Map<string, bigint>()
  for (const { asset, layer, units } of postings)
    total.set(`${layer} ${asset}`, (total.get(`${layer} ${asset}`) ?? 0n) + units)
  return [...total].filter(([, units]) => units !== 0n).map(([key]) => key)
}
