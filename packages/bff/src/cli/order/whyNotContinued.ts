import { mayHaveLeft, payinOf, type Order } from '@cambio/exchange/order/Order.ts'
import { owedAdvice } from './owedAdvice.ts'
import { sumText } from './sumText.ts'

/** Why an order that waits for the operator cannot go on where it stopped, and what ends its wait. */
export function whyNotContinued(order: Order): string {
  const { id, holdReason } = order
  const { received, returning, lost, chargedBack } = payinOf(order)
  const owed = owedAdvice(order)
  const settle = `“order resolve ${id} settle” ends its wait once you have settled it with its buyer`
  if (owed !== null && holdReason === 'owed') return owed
  if (mayHaveLeft(order) && returning !== null)
    return `has ${sumText([returning])} on its way back, though its pay-out may have left: ${settle}`
  if (mayHaveLeft(order) && lost !== null)
    return `has nothing that pays for its pay-out, since a reorganisation of the chain took ${sumText([lost.amount])} away: “order resolve ${id} continue” is for when that comes again, and “order resolve ${id} settle” writes it off as your loss`
  if (received !== null)
    return `has ${sumText([received.amount])} here, and nothing is paid out for it any more: “order resolve ${id} refund” gives it back`
  if (chargedBack !== null)
    return `has nothing to go on with, since a bank took ${sumText([chargedBack])} back: ${settle}`
  return owed ?? `has nothing to go on with: ${settle}`
}
