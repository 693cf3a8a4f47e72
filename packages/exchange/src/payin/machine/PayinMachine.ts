import type { Money } from '@cambio/wire/Money.ts'
import type { Change } from '../../books/Change.ts'
import type { Journal } from '../../books/Journal.ts'
import type { OwedPart } from './OwedPart.ts'
import type { PayinChange, PayinContext, PayinInstruction } from './PayinChange.ts'
import type { PayinData } from './PayinData.ts'
import type { PayinSummary, PayinWait } from './PayinSummary.ts'
import type { PaymentSource } from './PaymentSource.ts'
import type { Refund } from './Refund.ts'

/** One way to pay in, as its order drives it. It knows about orders only what it is passed. */
export type PayinMachine<Payin, Fact> = {
  /**
   * The pay-in of a new order.
   * @param address the address that its coins are sent to, for a pay-in by coins
   */
  opened(address: string | null): Payin
  /** The journals booked for the pay-in when an order is placed. */
  placed(payin: Payin, context: Pick<PayinContext, 'orderId' | 'clientId' | 'expected'>): Journal[]
  /** Whether a fact about an order is one about a pay-in of this way. */
  isFact(fact: { readonly is: string }): boolean
  /** Applies a fact. @throws Error when it is about a payment that never began */
  step(payin: Payin, fact: Fact, context: PayinContext): PayinChange<Payin>
  /** Applies the order's instruction to parts of the money; null where there is no such money. */
  instructed(payin: Payin, instruction: PayinInstruction, context: PayinContext): Change<Payin> | null
  /** Reopens written-off losses once the coins turn out not to be paid out; null where there are none. */
  lossesReopened(payin: Payin, context: PayinContext): Change<Payin> | null
  summary(payin: Payin, expected: Money): PayinSummary
  /** What the pay-in waits for, most urgent first; nothing is refunded while `mayReturn` is false. */
  waits(payin: Payin, mayReturn: boolean): PayinWait[]
  /** The owed parts of the money, and what happens to them next; nothing is refunded while its order is stopped. */
  owed(payin: Payin, isStopped: boolean): OwedPart[]
  /**
   * What is being refunded, or was refunded, since an instruction; null where nothing is. `expected` is what the buyer
   * had to pay.
   */
  refund(before: Payin, after: Payin, expected: Money): Refund | null
  /** Where the money was sent from. */
  sources(payin: Payin): PaymentSource[]
  /** What the partner and the buyer may see of it. */
  data(payin: Payin, placedAt: Date): PayinData
}
