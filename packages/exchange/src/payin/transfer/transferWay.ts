import type { LeaveDeps } from '../../departure/mayLeave.ts'
import type { Fact, Order } from '../../order/Order.ts'
import { payinOf } from '../../order/Order.ts'
import type { Prices } from '../../price/RateSource.ts'
import { reprice } from '../../price/reprice.ts'
import type { PayinWay } from '../way/PayinWay.ts'
import { repriceReceived } from '../way/repriceReceived.ts'
import { withinBounds } from '../way/withinBounds.ts'
import { withinLimit, type Decided } from '../way/withinLimit.ts'
import { transferOf, type TransferPayin } from './machine/TransferPayin.ts'
import { ownPayer, type PayerDeps } from './ownPayer.ts'
import { refundTransfer } from './refundTransfer.ts'
import type { TransferRail } from './TransferRail.ts'

type Deps = PayerDeps & LeaveDeps & { transfer: TransferRail }

/** Paying by bank transfer: statements show what was received and returned, so no one is asked. */
export const transferWay: PayinWay<TransferPayin, Deps> = {
  ask(_deps, { id }) {
    throw new Error(`Order ${id} is paid by bank transfer, of which statements tell`)
  },
  refund(deps, order, { payin, number }) {
    return refundTransfer(deps, order, transferOf(payin, number))
  },
  price(deps, order, { prices }) {
    return price(deps, order, prices)
  },
  async confirmExpiry() {
    return true
  },
}

/** Prices a bank transfer. Its amount and sender are known only now, so bounds, person and payer are checked here. */
async function price(deps: PayerDeps, order: Order, prices: Prices): Promise<Fact | Decided> {
  const { received } = payinOf(order)
  if (!received) throw new Error(`Order ${order.id} has no money to price`)
  const { amount } = received
  const isAsQuoted = amount.units === order.quote.payin.units
  if (!isAsQuoted && withinBounds(deps, order, amount, prices) !== 'within') return { is: 'out_of_bounds' }
  const fact = repriceReceived(order, amount, prices)
  if (fact.is !== 'priced') return fact
  return withinLimit(deps, order, fact, {
    priceWith: (fees) => reprice({ ...order.quote, fees }, prices, amount),
    passed: await ownPayer(deps, order, fact),
  })
}
