import type { Objection, OrderRefusal, SpentOn } from '@cambio/exchange/operator/order/OrderRefusal.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { noSuchOrder } from './noSuchOrder.ts'
import { owedText } from './owedText.ts'
import { sumText } from './sumText.ts'

/** The refusal of an instruction for an order, as a sentence that says besides the reason what came of it: nothing. */
export function refusalOf(id: string, refusal: OrderRefusal): CallRefused {
  if (refusal.code === 'no_such_order') return noSuchOrder(id)
  if (refusal.code === 'not_an_orders')
    return new CallRefused(
      'That money came for no order: send it back by your bank, and say so by “owed settle”; no money moved.',
    )
  if (refusal.code === 'client_unknown')
    return new CallRefused(
      `Nobody is known yet who buys by order ${id}, and what came, with what came from the same place for others, is over what may come for such orders: nothing was approved, and no money moved. It is asked about again once its buyer confirms an e-mail address at its page, whose address its partner was told. Or raise caps.${refusal.payinGroup}.unverifiedEurCents by “tariff set” and approve it then; or end it: “order refund” gives back what came for it.`,
    )
  if (refusal.code === 'over_every_level')
    return new CallRefused(
      `Order ${id} is over the limit of every level: nothing was approved, and no money moved. Raise caps.${refusal.payinGroup}.bank_statementEurCents by “tariff set” and approve it then; or end it: “order refund” gives back what came for it, “order cancel” ends it where nothing came.`,
    )
  return new CallRefused(`Order ${id} ${why(id, refusal)}; no money moved.`)
}

type Plain = Exclude<
  Objection,
  { code: 'no_such_order' | 'not_an_orders' | 'client_unknown' | 'over_every_level' }
>

function why(id: string, refusal: Plain): string {
  const settle = `“order resolve ${id} settle” ends its wait once you have settled it with its buyer`
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
      return `is to pay ${refusal.wallet}, which is on the list of sanctions: it would be frozen at once. ${waysOn(id)}`
    case 'frozen':
      return whyFrozen(id, refusal.wallet)
    case 'payment_open_again':
      return 'has a payment that had failed and that a reorganisation of the chain has made possible again. A transaction that moves nothing is about to take its place: try again once that is final, in some blocks'
    case 'ended':
      return `has ended already, as ${refusal.status}`
    case 'paid':
      return `is paid, ${sumText([refusal.received])}: “order refund ${id}” gives it back`
    case 'going_back':
      return `has ${sumText([refusal.returning])} on its way back, and ends once that is returned`
    case 'held_next':
      return `has ${sumText([refusal.authorised])} held on a card, which is taken next`
    case 'payment_open':
      return `has a payment under way: try again once “order show ${id}” tells that it came to nothing`
    case 'past_canceling':
      return `is ${refusal.status}, and cannot be canceled any more`
    case 'waits_for_operator':
      return `waits for you: “order resolve ${id}” ends that`
    case 'goes_both_ways':
      return `has ${sumText([refusal.returning])} on its way back, though its pay-out may have left: ${settle}`
    case 'payment_lost':
      return `has nothing that pays for its pay-out, since a reorganisation of the chain took ${sumText([refusal.lost])} away: “order resolve ${id} continue” is for when that comes again, and “order resolve ${id} settle” writes it off as your loss`
    case 'buys_nothing':
      return `has ${sumText([refusal.received])} here, and nothing is paid out for it any more: “order resolve ${id} refund” gives it back`
    case 'nothing_left':
      return refusal.chargedBack === null
        ? `has nothing to go on with: ${settle}`
        : `has nothing to go on with, since a bank took ${sumText([refusal.chargedBack])} back: ${settle}`
    case 'spent':
      return spentText(refusal.on, `and its ${sumText([refusal.received])} paid for that`)
    case 'going_back_already':
      return `has ${sumText([refusal.returning])} on its way back already: “order show ${id}” tells when it is returned`
    case 'only_held':
      return `has ${sumText([refusal.authorised])} held on a card, of which nothing is taken yet: give it back once “order show ${id}” shows it as taken`
    case 'outcome_open':
      return refusal.by === 'deposit'
        ? `has coins coming that are not final on the chain yet: try again once “order show ${id}” tells how that ended`
        : `has a payment under way whose outcome is not known yet: try again once “order show ${id}” tells how that ended`
    case 'charged_back':
      return `has no money here any more: a bank took ${sumText([refusal.amount])} back`
    case 'lost':
      return `has no coins here any more: a reorganisation of the chain took ${sumText([refusal.amount])} away`
    case 'settled_before':
      return `has nothing left to give back: ${sumText([refusal.amount])} is settled by hand`
    case 'returned_before':
      return `has its money back already: ${sumText([refusal.amount])} was returned`
    case 'only_reserved':
      return `is not confirmed by its buyer, and ${sumText([refusal.amount])} is only reserved: “order cancel ${id}” lets it go`
    case 'ended_unpaid':
      return 'has ended, and nothing was paid for it'
    case 'unpaid':
      return `has nothing to give back, since nothing was paid for it: “order cancel ${id}” ends it`
  }
}

function whyFrozen(id: string, wallet: string | null): string {
  const rests = 'nothing of it moves, nor is given back'
  return wallet === null
    ? `is frozen, since a wallet of it was on a list of sanctions: ${rests}. Your list names none of them now: “order resolve ${id} continue” lets the order go on`
    : `is frozen, since ${wallet} is on the list of sanctions: ${rests}. ${waysOn(id)}`
}

/** What the operator can do about a wallet on the list, which is replaced as a whole. */
function waysOn(id: string): string {
  return `Where the list is wrong, “sanctions refresh --file <list>” reads one without that wallet, and “order resolve ${id} continue” lets the order go on; where it is right, “order resolve ${id} settle” ends the wait once you have settled it by hand`
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
      return `has its pay-out in a file that was written for your bank, ${kept}: a statement tells whether it left`
    case 'sent_coins':
      return `has its coins sent, by ${on.txid}, ${kept}`
    case 'signed_coins':
      return `has its coins signed and on their way to the chain, ${kept}: “order show” tells what becomes of them`
  }
}
