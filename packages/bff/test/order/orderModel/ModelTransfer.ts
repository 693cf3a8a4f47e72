import { end, isOpen, lapse, type ModelOrder } from './ModelOrder.ts'

/** Money that came to our bank account for an order, as the model knows it. */
export type ModelTransfer = {
  readonly cents: bigint
  /** How often everything due was done before it came. */
  readonly works: number
  /** `owed`: it came back from where it was sent back to. */
  state: 'received' | 'going_back' | 'returned' | 'owed'
}

/** What one order may be for, in EUR cents. */
const LEAST = 2_000n
const MOST = 1_000_000n

/**
 * Money came for an order: what it does not want goes back. While that is under way it takes what it is for, but not before
 * the exchange has found that it does not want it.
 */
export function transferred(
  order: ModelOrder,
  { cents, works }: Pick<ModelTransfer, 'cents' | 'works'>,
  nowMs: number,
): void {
  lapse(order, nowMs)
  const isUndecided = order.transfers?.some((other) => other.works === works) ?? false
  const takes = (isOpen(order, nowMs) || order.state === 'returned') && !isUndecided
  const isBought = takes && cents >= LEAST && cents <= MOST
  if (takes) order.state = isBought ? 'paid' : 'returned'
  order.transfers?.push({ cents, works, state: isBought ? 'received' : 'going_back' })
}

/**
 * The bank has sent money back, and all of it is. What came back before that is owed, and its order waits on.
 * @param isBack the payer's bank would not have it
 */
export function sentBack(order: ModelOrder, transfer: ModelTransfer, isBack: boolean): void {
  transfer.state = isBack ? 'owed' : 'returned'
  const isAll = !order.transfers?.some(
    (other) => other !== transfer && (other.state === 'going_back' || other.state === 'owed'),
  )
  if (isAll && order.state === 'returned') end(order, 'refunded')
}
