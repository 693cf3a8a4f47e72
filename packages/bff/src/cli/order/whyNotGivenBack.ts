import { hasEnded, payinOf, type Order } from '@cambio/exchange/order/Order.ts'
import type { Money } from '@cambio/wire/Money.ts'
import { owedAdvice } from './owedAdvice.ts'
import { sumText } from './sumText.ts'

/** Why an order that was told to give money back has none that could go now. */
export function whyNotGivenBack(order: Order): string {
  const { received, authorised, reserved, returning, ...payin } = payinOf(order)
  const owed = owedAdvice(order)
  if (owed !== null) return owed
  if (received !== null) return whyKept(order, received.amount)
  if (returning !== null)
    return `has ${sumText([returning])} on its way back already: “order show ${order.id}” tells when it is returned`
  if (authorised !== null)
    return `has ${sumText([authorised])} held on a card, of which nothing is taken yet: give it back once “order show ${order.id}” shows it as taken`
  if (payin.isOpen) return whyOpen(order)
  if (payin.chargedBack !== null)
    return `has no money here any more: a bank took ${sumText([payin.chargedBack])} back`
  if (payin.lost !== null)
    return `has no coins here any more: a reorganisation of the chain took ${sumText([payin.lost.amount])} away`
  if (payin.settledByHand !== null)
    return `has nothing left to give back: ${sumText([payin.settledByHand])} is settled by hand`
  if (payin.returned !== null) return `has its money back already: ${sumText([payin.returned])} was returned`
  if (reserved !== null)
    return `is not confirmed by its buyer, and ${sumText([reserved])} is only reserved: “order cancel ${order.id}” lets it go`
  return hasEnded(order)
    ? 'has ended, and nothing was paid for it'
    : `has nothing to give back, since nothing was paid for it: “order cancel ${order.id}” ends it`
}

/** Why money that is here stays: it pays for what has left, or what nobody can hold back any more. */
function whyKept({ quote, payout, child, destination }: Order, received: Money): string {
  const isSent = payout?.state === 'sent' || payout?.state === 'done'
  const kept = `and its ${sumText([received])} paid for that`
  if (child !== null) return `has its coins sold for its partner, ${kept}`
  switch (quote.payoutGroup) {
    case 'balance':
      return `is paid out to its client’s balance, ${kept}`
    case 'sepa':
      return isSent
        ? `is paid out to ${destination.address}, ${kept}`
        : `has its pay-out in a file that was written for your bank, ${kept}: a statement tells whether it left`
    case 'crypto':
      return isSent
        ? `has its coins sent, by ${payout.txid}, ${kept}`
        : `has its coins signed and on their way to the chain, ${kept}: “order show” tells what becomes of them`
  }
}

function whyOpen({ id, payin }: Order): string {
  const later = `try again once “order show ${id}” tells how that ended`
  return payin.is === 'deposit'
    ? `has coins coming that are not final on the chain yet: ${later}`
    : `has a payment under way whose outcome is not known yet: ${later}`
}
