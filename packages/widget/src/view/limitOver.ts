import type { Group } from '@cambio/wire/Group.ts'
import type { LimitAhead } from '@cambio/wire/order/Quote.ts'
import { payinTraits } from '../payin/payinTraits.ts'

/**
 * The consequence for an order that exceeds its buyer's limit. A card is charged only once the limit is raised; sent
 * money is here before its amount is known.
 */
export function limitOver(
  { next_level: next }: LimitAhead,
  payinGroup: Group,
): 'limit.over' | 'limit.overSent' | 'limit.overAll' {
  if (payinTraits(payinGroup).isByCard) return 'limit.over'
  return next === null ? 'limit.overAll' : 'limit.overSent'
}
