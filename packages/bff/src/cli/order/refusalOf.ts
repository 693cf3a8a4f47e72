import type { Objection, OrderRefusal, SpentOn } from '@cambio/exchange/operator/order/OrderRefusal.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { noSuchOrder } from './noSuchOrder.ts'
import { owedText } from './owedText.ts'
import { sumText } from './sumText.ts'

/** The refusal of an instruction for an order: its reason, and that no money moved. */
export function refusalOf(id: string, refusal: OrderRefusal): CallRefused {
  if (refusal.code === 'no_such_order') return noSuchOrder(id)
  if (refusal.code === 'not_an_orders')
    return new CallRefused(
      'That money belongs to no order: send it back by your bank, then run “owed settle”; no money moved.',
    )
  if (refusal.code === 'client_unknown')
    return new CallRefused(
      `The buyer of order ${id} is unknown, and its money, with that of other orders from the same payer, exceeds the cap for unknown buyers: nothing was approved, and no money moved. It is checked again once the buyer confirms an e-mail address on the order’s page, whose address the partner has. Or raise caps.${refusal.payinGroup}.unverifiedEurCents by “tariff set” and approve it then; or end it: “order refund” refunds it.`,
    )
  if (refusal.code === 'over_every_level')
    return new CallRefused(
      `Order ${id} exceeds the limit of every level: nothing was approved, and no money moved. Raise caps.${refusal.payinGroup}.bank_statementEurCents by “tariff set” and approve it then; or end it: “order refund” refunds it, “order cancel” ends it if nothing was paid.`,
    )
  return new CallRefused(`Order ${id} ${why(id, refusal)}; no money moved.`)
}

type Plain = Exclude<
  Objection,
  { code: 'no_such_order' | 'not_an_orders' | 'client_unknown' | 'over_every_level' }
>

function why(id: string, refusal: Plain): string {
  const settle = `“order resolve ${id} settle” ends it once you have settled with its buyer`
  switch (refusal.code) {
    case 'not_waiting':
      return 'does not wait for you'
    case 'no_approval_awaited':
      return 'waits for no approval'
    case 'nothing_to_settle':
      return 'has nothing to settle'
    case 'owes_nothing':
      return 'owes nothing'
    case 'money_owed':
      return owedText(id, refusal.owed) ?? 'owes nothing'
    case 'wallet_listed':
      return `is to pay ${refusal.wallet}, which is on the list of sanctions: it would be frozen again at once. ${waysOn(id)}`
    case 'frozen':
      return whyFrozen(id, refusal.wallet)
    case 'of_other_cell':
      return 'was moved here with its partner from another cell, which keeps its money: act on it there'
    case 'payment_open_again':
      return 'has a failed payment that a chain reorganisation could revive. A transaction that moves nothing is replacing it: try again once that is final, in some blocks'
    case 'ended':
      return `has ended already, as ${refusal.status}`
    case 'paid':
      return `is paid, ${sumText([refusal.received])}: “order refund ${id}” refunds it`
    case 'going_back':
      return `is refunding ${sumText([refusal.returning])}, and ends once that is returned`
    case 'held_next':
      return `has ${sumText([refusal.authorised])} held on a card, which is captured next`
    case 'payment_open':
      return `has a payment under way: try again once “order show ${id}” says that it failed`
    case 'past_canceling':
      return `is ${refusal.status}, and can no longer be canceled`
    case 'waits_for_operator':
      return `waits for you: run “order resolve ${id}”`
    case 'goes_both_ways':
      return `has ${sumText([refusal.returning])} being refunded, although its pay-out may have left: ${settle}`
    case 'payment_lost':
      return `lost the money for its pay-out, since a chain reorganisation removed ${sumText([refusal.lost])}: run “order resolve ${id} continue” once it arrives again, or “order resolve ${id} settle” to write it off as your loss`
    case 'buys_nothing':
      return `has ${sumText([refusal.received])} here, and its pay-out was called off: “order resolve ${id} refund” refunds it`
    case 'nothing_left':
      return refusal.chargedBack === null
        ? `has no money to go on with: ${settle}`
        : `has no money to go on with, since a bank charged back ${sumText([refusal.chargedBack])}: ${settle}`
    case 'spent':
      return spentText(refusal.on, `and its ${sumText([refusal.received])} paid for that`)
    case 'going_back_already':
      return `is refunding ${sumText([refusal.returning])} already: “order show ${id}” says when it is returned`
    case 'only_held':
      return `has ${sumText([refusal.authorised])} held on a card and not captured yet: refund it once “order show ${id}” shows it as taken`
    case 'outcome_open':
      return refusal.by === 'deposit'
        ? `has coins arriving that are not final yet: try again once “order show ${id}” shows the outcome`
        : `has a payment under way with an unknown outcome: try again once “order show ${id}” shows the outcome`
    case 'charged_back':
      return `has no money here: a bank charged back ${sumText([refusal.amount])}`
    case 'lost':
      return `has no coins here: a chain reorganisation removed ${sumText([refusal.amount])}`
    case 'settled_before':
      return `has nothing left to refund: ${sumText([refusal.amount])} was settled by hand`
    case 'returned_before':
      return `is refunded already: ${sumText([refusal.amount])} was returned`
    case 'only_reserved':
      return `is not confirmed by its buyer, and ${sumText([refusal.amount])} is only reserved: “order cancel ${id}” releases it`
    case 'ended_unpaid':
      return 'has ended unpaid'
    case 'unpaid':
      return `has nothing to refund, since nothing was paid: “order cancel ${id}” ends it`
  }
}

function whyFrozen(id: string, wallet: string | null): string {
  const rests = 'nothing of it moves or is refunded'
  return wallet === null
    ? `is frozen, since one of its wallets was on a sanctions list: ${rests}. Your list names none of them now: “order resolve ${id} continue” lets the order go on`
    : `is frozen, since ${wallet} is on the list of sanctions: ${rests}. ${waysOn(id)}`
}

/** What the operator can do about a wallet on the list. The list can only be replaced as a whole. */
function waysOn(id: string): string {
  return `If the list is wrong, “sanctions refresh --file <list>” reads one without that wallet, and “order resolve ${id} continue” lets the order go on; if it is right, “order resolve ${id} settle” ends it once you have settled it by hand`
}

function spentText(on: SpentOn, kept: string): string {
  switch (on.is) {
    case 'child':
      return `has its coins sold for its partner, ${kept}`
    case 'balance':
      return `is paid out to its client’s balance, ${kept}`
    case 'bank_payment':
      return `is paid out to ${on.address}, ${kept}`
    case 'payment_file':
      return `has its pay-out in a payment file for your bank, ${kept}: a statement says whether it left`
    case 'sent_coins':
      return `has its coins sent, by ${on.txid}, ${kept}`
    case 'signed_coins':
      return `has its coins signed and sent to the chain, ${kept}: “order show” shows the outcome`
  }
}
