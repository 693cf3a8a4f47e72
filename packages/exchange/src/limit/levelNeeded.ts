import type { VerificationLevel } from '@cambio/wire/Payment.ts'
import type { Snapshot } from '../catalogue/Catalogue.ts'
import { TURNOVER_SPAN_MS } from '../client/Client.ts'
import type { Order } from '../order/Order.ts'
import type { ClientHold } from './ClientHold.ts'
import { levelAllowing } from './enoughLevel.ts'

/** The level that an order's client needs for the order to be within its limit; undefined where no level allows so much. */
export async function levelNeeded(
  { caps }: Pick<Snapshot, 'caps'>,
  hold: Pick<ClientHold, 'client' | 'turnoverEurCents'>,
  { order, at }: { readonly order: Pick<Order, 'id' | 'quote'>; readonly at: Date },
): Promise<VerificationLevel | undefined> {
  const { payinGroup, payinEur } = order.quote
  if (payinGroup === 'balance') return hold.client.level
  const turnover = await hold.turnoverEurCents(new Date(at.getTime() - TURNOVER_SPAN_MS), order.id)
  return levelAllowing(caps[payinGroup], turnover + payinEur.units)
}
