import type { VerificationLevel } from '@cambio/wire/VerificationLevel.ts'
import { levelCapsOf } from '../catalogue/Caps.ts'
import { capsFor, type Snapshot } from '../catalogue/Catalogue.ts'
import { TURNOVER_SPAN_MS } from '../client/Client.ts'
import type { Order } from '../order/Order.ts'
import type { Prices } from '../price/RateSource.ts'
import { enoughLevel, levelAllowing } from './enoughLevel.ts'
import type { LockedClient } from './LockedClient.ts'
import { payinEurCents } from './payinEurCents.ts'

/**
 * The level that an order's client needs so that the order's money is within its limit; undefined where no level allows
 * so much. What the person's other clients have paid in may raise it, up to the highest level.
 */
export async function levelNeeded(
  snapshot: Pick<Snapshot, 'caps' | 'identifying'>,
  locked: Pick<LockedClient, 'client' | 'turnoverEurCents' | 'linkedTurnoverEurCents'>,
  { order, at, prices }: { readonly order: Order; readonly at: Date; readonly prices: Prices | null },
): Promise<VerificationLevel | undefined> {
  const { payinGroup } = order.quote
  const levelCaps = levelCapsOf(capsFor(snapshot, order.partnerId), payinGroup)
  if (!levelCaps) return locked.client.level
  const since = new Date(at.getTime() - TURNOVER_SPAN_MS)
  const own = (await locked.turnoverEurCents(since, order.id)) + payinEurCents(order, prices)
  if (levelAllowing(levelCaps, own) === undefined) return undefined
  return enoughLevel(levelCaps, own + (await locked.linkedTurnoverEurCents(since, order, null)))
}
