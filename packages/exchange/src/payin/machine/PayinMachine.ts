import type { Money } from '@cambio/wire/Money.ts'
import type { Change } from '../../books/Change.ts'
import type { Journal } from '../../books/Journal.ts'
import type { OwedPart } from './OwedPart.ts'
import type { PayinChange, PayinContext, PayinInstruction } from './PayinChange.ts'
import type { PayinData } from './PayinData.ts'
import type { PayinSummary, PayinWait } from './PayinSummary.ts'
import type { PaymentSource } from './PaymentSource.ts'
import type { WayBack } from './WayBack.ts'

/** One way for money to come in, as its order drives it. It knows nothing of orders but what it is handed. */
export type PayinMachine<Payin, Fact> = {
  /**
   * The pay-in of a new order.
   * @param address where its coins are sent to, for a pay-in by coins
   */
  opened(address: string | null): Payin
  /** The journals that the placing of an order books for its pay-in. */
  placed(payin: Payin, context: Pick<PayinContext, 'orderId' | 'clientId' | 'expected'>): Journal[]
  /** Whether a fact about an order is one about a pay-in of this way. */
  isFact(fact: { readonly is: string }): boolean
  /** Applies a fact. @throws Error when it is about a payment that was never begun */
  step(payin: Payin, fact: Fact, context: PayinContext): PayinChange<Payin>
  /** Does with parts of the money what the order instructs; null where there is no such money. */
  instructed(payin: Payin, instruction: PayinInstruction, context: PayinContext): Change<Payin> | null
  /** What becomes of losses that were written off once the coins turn out not to be paid out; null where there are none. */
  lossesReopened(payin: Payin, context: PayinContext): Change<Payin> | null
  summary(payin: Payin, expected: Money): PayinSummary
  /** What the pay-in waits for, most urgent first; nothing goes back while `mayReturn` is false. */
  waits(payin: Payin, mayReturn: boolean): PayinWait[]
  /** What of the money is owed, and what becomes of it next; nothing goes back while its order is stopped. */
  owed(payin: Payin, isStopped: boolean): OwedPart[]
  /** What goes back, or is back, since an instruction; null where nothing does. `expected` is what the buyer was to pay. */
  wayBack(before: Payin, after: Payin, expected: Money): WayBack | null
  /** Where the money was sent from. */
  sources(payin: Payin): PaymentSource[]
  /** What the partner and the buyer may know of it. */
  data(payin: Payin, placedAt: Date): PayinData
}
