import { levelCapsOf, type Caps } from '../catalogue/Caps.ts'
import type { Fact, Order } from '../order/Order.ts'
import { payinTraits } from '../payin/traits/PayinTraits.ts'
import type { Mode } from '../payout/destination.ts'
import type { Prices } from '../price/RateSource.ts'
import { payinEurCents } from './payinEurCents.ts'
import { VERIFICATION_LIFE_MS } from './VerificationStore.ts'

/**
 * Says that an order without a client exceeds what an unknown person may pay in; undefined where it does not. Money
 * sent from the same place for other orders counts too, which is shown to no one. The person who confirms an e-mail
 * address at the order's page becomes its client, and that client's limit applies instead.
 * @param turnoverEurCents accepted pay-ins of other orders whose money was sent from the same place
 */
export function clientNeeded(
  { orderUrl, now }: { orderUrl: (orderId: string) => string; now: () => Date },
  caps: Caps,
  { id, quote: { payinGroup, payinEur } }: Pick<Order, 'id' | 'quote'>,
  turnoverEurCents: bigint,
): Fact | undefined {
  const leftEurCents = capWithoutClient(caps, payinGroup)
  if (leftEurCents === null || turnoverEurCents + payinEur.units <= leftEurCents) return undefined
  const until = new Date(now().getTime() + VERIFICATION_LIFE_MS)
  return {
    is: 'client_needed',
    limit: { level: 'unverified', leftEurCents, verificationUrl: orderUrl(id) },
    until,
  }
}

/**
 * Says that an order needs a client before it may be paid; undefined where it may be paid first. Only a client can pay
 * by card, and confirms the address at the order's page. In a sandbox a card order therefore does not have to wait.
 */
export function clientNeededFirst(
  deps: Parameters<typeof clientNeeded>[0] & { mode: Mode },
  caps: Caps,
  order: Order,
): Fact | undefined {
  const { payinGroup } = order.quote
  const asksAnyway = deps.mode === 'sandbox' && payinTraits[payinGroup].isByCard
  if (order.clientId !== null || asksAnyway || capWithoutClient(caps, payinGroup) !== 0n) return undefined
  return clientNeeded(deps, caps, order, 0n)
}

/**
 * Whether the money of an order without a client may be accepted.
 * @param received `prices` are null where none are at hand
 */
export function isWithinWithoutClient(
  caps: Caps,
  order: Order,
  received: { readonly turnoverEurCents: bigint; readonly prices: Prices | null },
): boolean {
  const cap = capWithoutClient(caps, order.quote.payinGroup)
  return cap === null || received.turnoverEurCents + payinEurCents(order, received.prices) <= cap
}

/**
 * What may be paid in from one place without a client, EUR cents; null for any amount, since it was counted when it was
 * received.
 */
function capWithoutClient(caps: Caps, payinGroup: Order['quote']['payinGroup']): bigint | null {
  return levelCapsOf(caps, payinGroup)?.unverified ?? null
}
