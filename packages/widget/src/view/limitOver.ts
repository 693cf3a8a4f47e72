import type { Group } from '@cambio/wire/Group.ts'
import type { LimitAhead } from '@cambio/wire/order/Quote.ts'
import { payinTraits } from '../payin/payinTraits.ts'

/**
 * What comes of an order that goes over its buyer's limit. A card is charged only once the limit is raised; what is
 * sent is here before anybody knows how much it is.
 */
export function limitOver(
  { next_level: next }: LimitAhead,
  payinGroup: Group,
): 'limit.over' | 'limit.overSent' | 'limit.overAll' {
  if (payinTraits(payinGroup).isByCard) return 'limit.over'
  return next === null ? 'limit.overAll' : 'limit.overSent'
}
