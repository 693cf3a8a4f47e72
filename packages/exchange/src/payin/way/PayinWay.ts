import type { Fact, Order } from '../../order/Order.ts'
import type { Prices } from '../../price/RateSource.ts'
import type { Payin } from '../Payin.ts'
import type { Decided } from './withinLimit.ts'

/** The outcome of a step of an order: a fact, no reliable answer, or that the other side has no record. */
export type StepOutcome = Fact | 'unknown' | 'absent'

/**
 * The outcome of pricing: a step's outcome, or that it is already applied, or that the chain is not yet read up to the
 * order's expiry.
 */
export type PriceOutcome = StepOutcome | Decided | 'unread'

/** One payment of a pay-in, and the number of tries since the last change. */
export type PaymentTurn<P extends Payin> = {
  readonly payin: P
  readonly number: number
  readonly tries: number
}

/** What a way to pay in does about the money when an order is due. `Deps` is what this way needs for it. */
export type PayinWay<P extends Payin, Deps> = {
  /** Asks the collector of the money about one payment. */
  ask(deps: Deps, order: Order, turn: PaymentTurn<P>): Promise<StepOutcome>
  /** Refunds one payment. */
  refund(deps: Deps, order: Order, turn: PaymentTurn<P>): Promise<StepOutcome>
  /** Prices an order whose money is received, by the amount. */
  price(
    deps: Deps,
    order: Order,
    given: { readonly payin: P; readonly prices: Prices },
  ): Promise<PriceOutcome>
  /** Whether an order at its expiry may expire. Money that arrived in time and is not known yet is applied first. */
  confirmExpiry(deps: Deps, order: Order): Promise<boolean>
}
