import type { ClientStore } from '../../client/ClientStore.ts'
import type { Fact, Order } from '../../order/Order.ts'
import { priceAtMost } from '../../price/priceAtMost.ts'
import type { Prices } from '../../price/RateSource.ts'
import type { PayinWay } from '../way/PayinWay.ts'
import { pricedFact } from '../way/pricedFact.ts'
import { repriceReceived } from '../way/repriceReceived.ts'
import type { CardRail } from './CardRail.ts'
import { getPaymentStatus } from './getPaymentStatus.ts'
import { attemptOf, type CardPayin } from './machine/CardPayin.ts'
import { refundCharge } from './refundCharge.ts'

type Deps = { card: CardRail; clients: Pick<ClientStore, 'find'>; now: () => Date }

/** Paying by card: the card platform is asked about each attempt, and refunds it. */
export const cardWay: PayinWay<CardPayin, Deps> = {
  ask(deps, order, { payin, number }) {
    return getPaymentStatus(deps, order, attemptOf(payin, number))
  },
  refund(deps, order, { payin, number, tries }) {
    return refundCharge(deps, order, attemptOf(payin, number), tries)
  },
  async price(_deps, order, { prices }) {
    return order.floating ? repriceReceived(order, order.quote.payin, prices) : atMost(order, prices)
  },
  async confirmExpiry() {
    return true
  },
}

/** Prices a charge that was confirmed too late for its price, so that its buyer gains nothing by waiting. */
function atMost(order: Order, prices: Prices): Fact & { is: 'priced' | 'unpriceable' } {
  const quote = priceAtMost(order.quote, prices)
  return quote ? pricedFact(order, quote, prices) : { is: 'unpriceable' }
}
