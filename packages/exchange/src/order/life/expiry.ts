import { payinTraits } from '../../payin/traits/PayinTraits.ts'
import type { Quote } from '../../price/Quote.ts'

/** When an order that begins to wait for its money now expires. */
export function expiryOf({ payinGroup }: Pick<Quote, 'payinGroup'>, now: Date): Date {
  return new Date(now.getTime() + payinTraits[payinGroup].waitMs)
}
