import type { Fact, Order } from '../../order/Order.ts'
import type { Prices } from '../../price/RateSource.ts'
import type { Payin } from '../Payin.ts'
import type { Decided } from './withinLimit.ts'

/** What a step of an order brings: a fact, no reliable answer, or that the other side has no record of it. */
export type StepOutcome = Fact | 'unknown' | 'absent'

/**
 * The outcome of pricing: also that it was applied already, or that the chain is still to be read to the order's end.
 */
export type PriceOutcome = StepOutcome | Decided | 'unread'

/** One payment of a pay-in, and how often something was done about it since the last change. */
export type PaymentTurn<P extends Payin> = {
  readonly payin: P
  readonly number: number
  readonly tries: number
}

/** What is done about the money of one way to pay in when its order is due. `Deps` is what this way needs for it. */
export type PayinWay<P extends Payin, Deps> = {
  /** Asks the collector of the money about one payment. */
  ask(deps: Deps, order: Order, turn: PaymentTurn<P>): Promise<StepOutcome>
  /** Has one payment given back. */
  refund(deps: Deps, order: Order, turn: PaymentTurn<P>): Promise<StepOutcome>
  /** Prices an order whose money is in, by the amount received. */
  price(
    deps: Deps,
    order: Order,
    given: { readonly payin: P; readonly prices: Prices },
  ): Promise<PriceOutcome>
  /**
   * Whether an order that has reached its end waits in vain. What arrived in time and is not known yet is applied
   * first.
   */
  confirmExpiry(deps: Deps, order: Order): Promise<boolean>
}
