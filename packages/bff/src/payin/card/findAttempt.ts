import type { Order } from '@cambio/exchange/order/Order.ts'
import type { Attempt } from '@cambio/exchange/payin/card/machine/CardPayin.ts'
import { attemptsOf } from '@cambio/exchange/payin/Payin.ts'

/** The attempt of an order that matches a test; undefined if none does. */
export function findAttempt({ payin }: Order, test: (attempt: Attempt) => boolean): Attempt | undefined {
  return attemptsOf(payin).find(test)
}
