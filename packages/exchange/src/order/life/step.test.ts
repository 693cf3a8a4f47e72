import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balances } from '../../../testing/books.ts'
import {
  attempt,
  captureRefused,
  challenged,
  chargedBack,
  disputeWon,
  declined,
  held,
  timedOut,
  returned,
  settled,
  wronglySettled,
} from '../../../testing/cardPayins.ts'
import { examplesOf } from '../../../testing/examplesOf.ts'
import {
  withAttentionReason,
  byTransfer,
  transferReceived,
  live,
  paid,
  payoutFailed,
  payoutRefused,
  placed,
  quote,
  sending,
  sent,
  start,
  statuses,
} from '../../../testing/orders.ts'
import { attemptsOf } from '../../payin/Payin.ts'
import type { Fact, Order } from '../Order.ts'
import { next } from './next.ts'
import { step } from './step.ts'
import { attentionReasonOf } from './stops.ts'

describe('a card order', () => {
  test('a card order is paid out after its money is captured, in the sequence of its log', () => {
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

  test('a card order pays nothing out on a hold alone', () => {
    const { order } = live([attempt(1), held])
    expect(order.payout).toBeNull()
    expect(next(order, start, 0)?.verb).toBe('ask_payin')
  })

  test('a card order stays in processing after a decline, and is an error with the bank’s reason after the third', () => {
    const second = { ...declined, number: 2 }
    const third = { ...declined, number: 3, reason: 'Do not honor' }
    expect(live([attempt(1), declined]).order.status).toBe('processing')
    const { order, journals } = live([attempt(1), declined, attempt(2), second, attempt(3), third])
    expect(order).toMatchObject({ status: 'error', errorMessage: 'Do not honor' })
    expect(journals).toEqual([])
  })

  test('a card order ends refunded with nothing in the books when the capture fails and the hold is voided', () => {
    const { order, journals } = live([attempt(1), held, captureRefused, returned])
    expect(order.status).toBe('refunded')
    expect(order.payout).toBeNull()
    expect(balances(journals)).toEqual({})
  })

  test('a card order is not refunded before the money is back', () => {
    const { order } = live([attempt(1), held, captureRefused])
    expect(order.status).toBe('auth_success')
    expect(next(order, start, 0)?.verb).toBe('refund')
  })

  test('a card order refunds late money after it has ended, and books nothing in the end', () => {
    const late = new Date(start.getTime() + 4_000_000)
    const unpaid = live([attempt(1), timedOut]).order
    const expired = after(unpaid, { is: 'expired' }, late)
    expect(expired.status).toBe('expired')
    const { order, journals } = live([held, settled], expired)
    expect(order.status).toBe('expired')
    expect(next(order, late, 0)?.verb).toBe('refund')
    const back = live([returned], order)
    expect(back.order.status).toBe('refunded')
    expect(balances([...journals, ...back.journals])).toEqual({})
  })

  test('a card order books money of a wrong amount as owed and pays nothing out', () => {
    const { order, journals } = live([attempt(1), wronglySettled])
    expect(withAttentionReason(order)).toMatchObject({ attentionReason: 'owed', payout: null })
    expect(next(order, start, 0)).toBeUndefined()
    expect(balances(journals)).toEqual({
      'posted card:receivable EUR': 9_999n,
      'posted owed:ABCDE-123456 EUR': -9_999n,
    })
  })

  test('a card order is refunded when the network refuses the pay-out', () => {
    const { order, journals } = live([attempt(1), settled, payoutRefused, returned])
    expect(order.status).toBe('refunded')
    expect(balances(journals)).toEqual({})
  })

  test('a card order stays frozen for a sanctioned wallet, whatever else would stop it', () => {
    const frozen: Fact = { is: 'frozen', note: 'listed' }
    const reverted = live([attempt(1), settled, sending, sent, frozen, payoutFailed]).order
    expect(withAttentionReason(reverted)).toMatchObject({
      attentionReason: 'frozen',
      payout: { state: 'refused' },
    })
    const contradicted = live([attempt(1), settled, frozen, declined, declined]).order
    expect(attentionReasonOf(contradicted)).toBe('frozen')
    expect(contradicted.events.filter(({ fact }) => fact === 'declined')).toHaveLength(1)
    expect(attentionReasonOf(live([attempt(1), settled, sending, frozen, returned]).order)).toBe('frozen')
    expect(attentionReasonOf(live([attempt(1), settled, sending, payoutRefused, frozen, sent]).order)).toBe(
      'frozen',
    )
  })

  test('a card order is called off by an exchange that cannot pay it out, unless another is already sending it', () => {
    const calledOff: Fact = { is: 'payout_called_off', reason: 'Nothing pays out by crypto any more' }
    const { order, journals } = live([attempt(1), settled, calledOff, returned])
    expect(order.status).toBe('refunded')
    expect(balances(journals)).toEqual({})
    expect(step(live([attempt(1), settled, sending]).order, calledOff, start)).toBeNull()
    expect(step(live([attempt(1), settled, sending, sent]).order, calledOff, start)).toBeNull()
  })

  test('a card order stops when its sent coins did not move, sends none again, and is refunded by the operator', () => {
    const { order, journals } = live([attempt(1), settled, sending, sent, payoutFailed])
    expect(withAttentionReason(order)).toMatchObject({
      payout: { state: 'refused' },
      attentionReason: 'payout_failed',
    })
    expect(order.status).toBe('processing_payout')
    expect(next(order, start, 0)).toBeUndefined()
    expect(balances(journals)).not.toHaveProperty('posted wallet ETH')
    const back = live(
      [{ is: 'refund_ordered', of: 'what_waits', note: 'a token that reverts' }, returned],
      order,
    )
    expect(back.order.status).toBe('refunded')
    expect(balances([...journals, ...back.journals])).toEqual({})
  })

  test('a card order refunds a won charge-back once its pay-out was refused', () => {
    const refused = live([attempt(1), held, settled, sending, chargedBack(10_000n), payoutRefused])
    expect(withAttentionReason(refused.order)).toMatchObject({
      attentionReason: 'charged_back',
      payout: { state: 'refused' },
    })
    const won = live([disputeWon(10_000n, 10_000n)], refused.order)
    expect(attentionReasonOf(won.order)).toBeNull()
    expect(next(won.order, start, 0)?.verb).toBe('refund')
    const back = live([returned], won.order)
    expect(back.order.status).toBe('refunded')
    expect(balances([...refused.journals, ...won.journals, ...back.journals])).toEqual({})
  })

  test('a card order waits for the operator once its pay-out was refused while a charge-back has its money', () => {
    const note = 'seen'
    const life: Fact[] = [attempt(1), settled, sending, chargedBack(10_000n), { is: 'continued', note }]
    const { order } = live([...life, payoutRefused])
    expect(attentionReasonOf(order)).toBe('charged_back')
    const after = live([{ is: 'settled_by_hand', note }], order).order
    expect(withAttentionReason(after)).toMatchObject({ status: 'refunded', attentionReason: null })
  })

  test('a card order waits for the operator again, once other money is back, while a charge-back has its own', () => {
    const second = { ...settled, number: 2 }
    const life = [attempt(1), declined, attempt(2), settled, second, { ...chargedBack(10_000n), number: 2 }]
    const { order } = live([...life, { is: 'continued', note: 'seen' }, returned])
    expect(withAttentionReason(order)).toMatchObject({
      status: 'processing_payout',
      attentionReason: 'charged_back',
    })
  })

  test('an order by transfer waits for the operator when its pay-out is refused and its money cannot be refunded', () => {
    const priced: Fact = { is: 'priced', quote: byTransfer.quote }
    const calledOff: Fact = { is: 'payout_called_off', reason: 'Nothing pays out by crypto any more' }
    expect(
      attentionReasonOf(
        live([transferReceived('A1', null), priced, sending, payoutRefused], byTransfer).order,
      ),
    ).toBe('owed')
    expect(attentionReasonOf(live([transferReceived('A1', null), priced, calledOff], byTransfer).order)).toBe(
      'owed',
    )
  })

  test('a card order whose coins left although the pay-out was refused books them and stops', () => {
    const { order, journals } = live([attempt(1), settled, sending, payoutRefused, sent])
    expect(withAttentionReason(order)).toMatchObject({
      payout: { state: 'sent', txid: 'ff' },
      attentionReason: 'contradiction',
    })
    expect(balances(journals)['posted wallet ETH']).toBe(-34_000_000_000_000_000n)
    expect(next(order, start, 0)?.verb).toBe('ask_payout')
  })

  test('a card order stops when its money goes back while the coins are being sent, and books both', () => {
    const { order, journals } = live([attempt(1), settled, sending, returned, sent])
    expect(withAttentionReason(order)).toMatchObject({
      payout: { state: 'sent', txid: 'ff' },
      attentionReason: 'contradiction',
    })
    expect(balances(journals)).toEqual({
      'posted order:ABCDE-123456 ETH': 34_000_000_000_000_000n,
      'posted wallet ETH': -34_000_000_000_000_000n,
    })
  })

  test('a card order is refunded when its money went back and the coins turn out not to have left', () => {
    const { order, journals } = live([attempt(1), settled, sending, returned, payoutRefused])
    expect(order.status).toBe('refunded')
    expect(balances(journals)).toEqual({})
  })

  test('a card order at a floating rate buys nothing before it is priced, and then at that price', () => {
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

  test('an order by transfer is not priced by refunded money when less was received since', () => {
    const facts: Fact[] = [
      transferReceived('A1', 'NL91ABNA0417164300'),
      { is: 'refund_ordered', of: 'all', note: 'asked' },
      transferReceived('A2', 'NL91ABNA0417164300', 2_000n),
    ]
    const { order } = live(facts, byTransfer)
    expect(next(order, start, 0)?.verb).toBe('price')
    expect(step(order, { is: 'priced', quote: byTransfer.quote }, start)).toBeNull()
    const payin = { units: 2_000n, currency: 'EUR' }
    const priced: Fact = { is: 'priced', quote: { ...byTransfer.quote, payin } }
    expect(step(order, priced, start)?.next.payout).toMatchObject({ state: 'due' })
  })

  test('a card order keeps its status on a charge-back, books the loss and calls for the operator', () => {
    const { order, journals } = live([attempt(1), settled, paid, chargedBack(10_000n)])
    expect(withAttentionReason(order)).toMatchObject({ status: 'finished', attentionReason: 'charged_back' })
    expect(balances(journals)['posted chargeback EUR']).toBe(10_000n)
    expect(balances(journals)['posted card:receivable EUR']).toBeUndefined()
  })

  test('a card order stays stopped for its first reason, whatever charge-backs are received and won', () => {
    const won = [chargedBack(10_000n), disputeWon(10_000n, 4_000n), disputeWon(10_000n, 10_000n)]
    const failed = [attempt(1), settled, sending, payoutFailed]
    for (let count = 0; count <= won.length; count++) {
      const facts = [...failed, ...won.slice(0, count)]
      expect([count, attentionReasonOf(live(facts).order)]).toEqual([count, 'payout_failed'])
    }
  })

  test('a refunded card order loses to a charge-back exactly what was refunded', () => {
    const { journals } = live([attempt(1), settled, payoutRefused, returned, chargedBack(10_000n)])
    expect(balances(journals)).toEqual({
      'posted chargeback EUR': 10_000n,
      'posted card:receivable EUR': -10_000n,
    })
  })

  test('a card order owes nothing any more once the bank has taken the money back', () => {
    const { order, journals } = live([attempt(1), wronglySettled, chargedBack(9_999n)])
    expect(attentionReasonOf(order)).toBe('charged_back')
    expect(balances(journals)['posted owed:ABCDE-123456 EUR']).toBeUndefined()
  })

  test('a card order ignores money that was received and refunded without its knowledge', () => {
    const { order, journals } = live([attempt(1), timedOut, returned])
    expect(withAttentionReason(order)).toMatchObject({ status: 'processing', attentionReason: null })
    expect(journals).toEqual([])
  })

  test('a card order stops when two facts contradict each other', () => {
    const { order } = live([attempt(1), settled, declined])
    expect(attentionReasonOf(order)).toBe('contradiction')
    expect(next(order, start, 0)).toBeUndefined()
  })

  test('a card order expires only when its time has passed and no charge is under way', () => {
    const at = (ms: number) => new Date(start.getTime() + ms)
    expect(step(placed, { is: 'expired' }, at(3_599_999))).toBeNull()
    expect(after(placed, { is: 'expired' }, at(3_600_000)).status).toBe('expired')
    const open = live([attempt(1)]).order
    expect(step(open, { is: 'expired' }, at(9_000_000))).toBeNull()
  })

  test('a card order waits for a verification and goes on at the new price, or is canceled', () => {
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

describe('a frozen order', () => {
  const frozen: Fact = { is: 'frozen', note: 'listed' }

  test.for([
    ['its coins did not move', [sending, sent, frozen, payoutFailed]],
    ['coins left that had been called off', [sending, payoutRefused, frozen, paid]],
    ['its pay-out is refused after it was sent', [sending, sent, frozen, payoutRefused]],
  ] as const)('a frozen order stays frozen when %s', ([, facts]) => {
    const { order } = live([attempt(1), held, settled, ...facts])
    expect(attentionReasonOf(order)).toBe('frozen')
    expect(order.events.at(-1)?.fact).toBe(facts[3].is)
    expect(step(order, facts[3], start)).toBeNull()
  })
})

/** The order after a fact that changes it. */
function after(order: Order, fact: Fact, at: Date): Order {
  const change = step(order, fact, at)
  if (!change) throw new Error(`${fact.is} says nothing new`)
  return change.next
}

/** What a platform may truthfully report about one charge, in the sequence in which it becomes true. */
const truths: readonly (readonly Fact[])[] = [
  [challenged, held, settled],
  [held, settled],
  [challenged, declined],
  [held, captureRefused, returned],
  [challenged, held, captureRefused, returned],
]

describe('the notices, returns, timers and questions of an order', () => {
  test('an order comes to one end, whatever the sequence of events, once the platform’s last word is asked for', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...truths),
        fc.array(fc.nat({ max: 9 }), { maxLength: 12 }),
        (truth, picks) => {
          const calm = live([attempt(1), ...truth]).order
          // Answers overtake each other, so anything that was true once may arrive at any time.
          const facts = picks.flatMap((index) => truth[index % truth.length] ?? [])
          const last = truth.at(-1)
          const wild = live([attempt(1), ...facts, ...(last ? [last] : [])]).order
          expect(wild.status).toBe(calm.status)
          expect(attemptsOf(wild.payin).at(-1)?.state).toBe(attemptsOf(calm.payin).at(-1)?.state)
        },
      ),
      examplesOf(2_000),
    )
  })
})
