import fc from 'fast-check'
import type { Fact, Order } from '../src/order/Order.ts'
import {
  attempt,
  captureRefused,
  challenged,
  chargedBack,
  disputeWon,
  declined,
  held,
  otherAmount,
  returned,
  settled,
  turnedAway,
  wronglySettled,
} from './cardPayins.ts'
import {
  byTransfer,
  transferReceived,
  paid,
  payoutFailed,
  payoutRejected,
  payoutRefused,
  placed,
  quote,
  sending,
  sent,
  start,
} from './orders.ts'

/*
 * Random lives of orders, for tests: facts one after the other, by card, by bank transfer and in coins.
 */

export const byHand: Fact = { is: 'settled_by_hand', note: 'seen' }

/** What may come whichever way the money does. */
const ofAnyOrder = fc.constantFrom<Fact>(
  { is: 'started' },
  { is: 'expired' },
  sending,
  sent,
  paid,
  payoutRefused,
  payoutFailed,
  payoutRejected,
  { is: 'payout_called_off', reason: 'nobody pays it out' },
  { is: 'priced', quote },
  { is: 'unpriceable' },
  { is: 'continued', note: 'seen' },
  { is: 'refund_ordered', of: 'what_waits', note: 'seen' },
  byHand,
  { is: 'refund_ordered', of: 'all', note: 'asked' },
  { is: 'cancel_ordered', note: 'asked' },
)

const anyFact = fc.oneof(
  ofAnyOrder,
  fc.constantFrom<Fact>(attempt(1), attempt(2)),
  fc
    .record({
      number: fc.constantFrom(1, 2),
      fact: fc.constantFrom(
        challenged,
        declined,
        turnedAway,
        held,
        { ...held, amount: otherAmount },
        settled,
        wronglySettled,
        captureRefused,
        returned,
        chargedBack(4_000n),
        chargedBack(10_000n),
        disputeWon(10_000n, 4_000n),
        disputeWon(10_000n, 10_000n),
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

/** Random facts alone seldom get anywhere, so that most lives begin with some that do. */
export const anyLife = fc
  .tuple(
    fc.constantFrom<readonly Fact[]>(
      [],
      [attempt(1), held],
      [attempt(1), settled],
      [attempt(1), wronglySettled],
      [attempt(1), settled, { is: 'priced', quote }, sending],
      [attempt(1), declined, attempt(2), settled, { ...settled, number: 2 }],
      [attempt(1), settled, sending, chargedBack(10_000n)],
    ),
    fc.array(anyFact, { maxLength: 20 }),
  )
  .map(([beginning, rest]) => [...beginning, ...rest])

const limit = { level: 'basic', leftEurCents: 0n, verificationUrl: 'http://localhost/v' } as const
const until = new Date(start.getTime() + 2_000_000)

export function chargedBackByBank(units: bigint): Fact & { is: 'transfer_taken_back' } {
  const chargedBack = { units, currency: 'EUR' }
  return {
    is: 'transfer_taken_back',
    number: 1,
    chargedBack,
    restored: { ...chargedBack, units: 0n },
    note: 'statement',
  }
}

export function restoredByBank(
  chargedBackUnits: bigint,
  units: bigint,
): Fact & { is: 'transfer_given_again' } {
  const restored = { units, currency: 'EUR' }
  return { ...chargedBackByBank(chargedBackUnits), is: 'transfer_given_again', restored }
}

export const anyTransferLife = fc
  .tuple(
    fc.constantFrom<readonly Fact[]>(
      [],
      [transferReceived('A1', 'NL91ABNA0417164300')],
      [transferReceived('A1', null)],
      [transferReceived('A1', 'NL91ABNA0417164300'), { is: 'payer_differs', limit, until }],
      [transferReceived('A1', 'NL91ABNA0417164300'), { is: 'client_needed', limit, until }],
      [transferReceived('A1', null), { is: 'priced', quote: byTransfer.quote }, sending],
      [
        transferReceived('A1', 'NL91ABNA0417164300'),
        { is: 'priced', quote: byTransfer.quote },
        sending,
        paid,
      ],
      [
        transferReceived('A1', 'NL91ABNA0417164300'),
        { is: 'priced', quote: byTransfer.quote },
        chargedBackByBank(10_000n),
      ],
      [
        transferReceived('A1', 'NL91ABNA0417164300'),
        chargedBackByBank(10_000n),
        restoredByBank(10_000n, 10_000n),
      ],
    ),
    fc.array(
      fc.oneof(
        ofAnyOrder,
        fc.constantFrom<Fact>(
          transferReceived('A1', 'NL91ABNA0417164300'),
          transferReceived('A2', null),
          transferReceived('A3', 'NL91ABNA0417164300', 2_000n),
          transferReceived('A4', null, 2_000n),
          { is: 'limited', substatus: 'identity_pending', limit, until },
          { is: 'payer_differs', limit, until },
          { is: 'client_needed', limit, until },
          { is: 'cleared', quote: byTransfer.quote, expiresAt: until },
          { is: 'refused' },
          { is: 'out_of_bounds' },
          { is: 'frozen', note: 'listed' },
        ),
        fc
          .record({
            number: fc.constantFrom(1, 2, 3),
            is: fc.constantFrom('transfer_returned' as const, 'transfer_bounced' as const),
          })
          .map((fact): Fact => ({ ...fact, note: 'statement' })),
        fc
          .record({
            number: fc.constantFrom(1, 2),
            fact: fc.constantFrom(
              chargedBackByBank(4_000n),
              chargedBackByBank(10_000n),
              restoredByBank(10_000n, 4_000n),
              restoredByBank(10_000n, 10_000n),
            ),
          })
          .map(({ number, fact }) => ({ ...fact, number })),
      ),
      { maxLength: 20 },
    ),
  )
  .map(([beginning, rest]) => [...beginning, ...rest])

export const byDeposit: Order = {
  ...placed,
  quote: { ...quote, payinGroup: 'crypto' },
  payin: { is: 'deposit', address: 'ours', refundAddress: null, deposits: [] },
}

/** What the chain shows of a transfer of coins; here the order's coin is that of its quote. */
export function onChain(
  is: 'deposit_seen' | 'deposit_came',
  entry: string,
  currency = quote.payin.currency,
): Fact {
  const sighting = { entry, amount: { units: 10_000n, currency }, sender: 'theirs', isReplacement: false }
  return is === 'deposit_seen' ? { is, ...sighting } : { is, ...sighting, minedAt: start }
}

const twiceTheMoney = { ...quote, payin: { ...quote.payin, units: 20_000n } }

export const anyDepositLife = fc
  .tuple(
    fc.constantFrom<readonly Fact[]>(
      [],
      [onChain('deposit_came', 'D1')],
      [onChain('deposit_came', 'D1'), { is: 'priced', quote }, sending],
      [onChain('deposit_came', 'D1'), { is: 'priced', quote }, sending, paid],
    ),
    fc.array(
      fc.oneof(
        ofAnyOrder,
        fc.constantFrom<Fact>(
          onChain('deposit_seen', 'D1'),
          onChain('deposit_seen', 'D2'),
          onChain('deposit_came', 'D1'),
          onChain('deposit_came', 'D2'),
          onChain('deposit_came', 'D3', 'BTC'),
          { is: 'deposit_gone', entry: 'D1' },
          { is: 'deposit_gone', entry: 'D2' },
          { is: 'deposit_gone', entry: 'D3' },
          { is: 'refund_address_given', address: 'theirs' },
          { is: 'priced', quote: twiceTheMoney },
          { is: 'out_of_bounds' },
          { is: 'frozen', note: 'listed' },
        ),
        fc
          .record({
            number: fc.constantFrom(1, 2, 3),
            failures: fc.constantFrom(0, 1),
            is: fc.constantFrom('refund_done' as const, 'refund_failed' as const),
          })
          .map((fact): Fact => ({ ...fact, txid: 'ee', reason: 'it moved nothing' })),
      ),
      { maxLength: 20 },
    ),
  )
  .map(([beginning, rest]) => [...beginning, ...rest])
