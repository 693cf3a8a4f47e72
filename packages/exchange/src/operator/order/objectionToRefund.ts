import type { Money } from '@cambio/wire/Money.ts'
import { hasEnded, payinOf, type Order } from '../../order/Order.ts'
import { owedParts } from '../../order/owedParts.ts'
import { payinData } from '../../payin/Payin.ts'
import type { RefundObjection, SpentOn } from './OrderRefusal.ts'

/** Why an order cannot refund anything now. */
export function objectionToRefund(order: Order): RefundObjection {
  const { received, authorised, reserved, returning, ...payin } = payinOf(order)
  const owed = owedParts(order)
  if (owed.length > 0) return { code: 'money_owed', owed }
  if (received !== null) return { code: 'spent', received: received.amount, on: spentOn(order) }
  if (returning !== null) return { code: 'going_back_already', returning }
  if (authorised !== null) return { code: 'only_held', authorised }
  if (payin.isOpen) return { code: 'outcome_open', by: isByCoins(order) ? 'deposit' : 'payment' }
  return goneBefore(payin) ?? neverPaid(order, reserved)
}

function isByCoins({ payin, createdAt }: Order): boolean {
  return payinData(payin, createdAt).coins !== null
}

type Gone = Pick<ReturnType<typeof payinOf>, 'chargedBack' | 'lost' | 'settledByHand' | 'returned'>

/** Where received money is now; undefined where none was received. */
function goneBefore({ chargedBack, lost, settledByHand, returned }: Gone): RefundObjection | undefined {
  if (chargedBack !== null) return { code: 'charged_back', amount: chargedBack }
  if (lost !== null) return { code: 'lost', amount: lost.amount }
  if (settledByHand !== null) return { code: 'settled_before', amount: settledByHand }
  return returned === null ? undefined : { code: 'returned_before', amount: returned }
}

function neverPaid(order: Order, reserved: Money | null): RefundObjection {
  if (reserved !== null) return { code: 'only_reserved', amount: reserved }
  return { code: hasEnded(order) ? 'ended_unpaid' : 'unpaid' }
}

/** What the received money pays for: it has left, or can no longer be stopped. */
function spentOn({ quote, payout, child, destination }: Order): SpentOn {
  const sent = payout?.state === 'sent' || payout?.state === 'done' ? payout : null
  if (child !== null) return { is: 'child' }
  switch (quote.payoutGroup) {
    case 'balance':
      return { is: 'balance' }
    case 'sepa':
      return sent ? { is: 'bank_payment', address: destination.address } : { is: 'payment_file' }
    case 'crypto':
      return sent ? { is: 'sent_coins', txid: sent.txid } : { is: 'signed_coins' }
  }
}
