import { end, isOpen, lapse, type ModelOrder } from './ModelOrder.ts'

/** Money that came to our bank account for an order, as the model knows it. */
export type ModelTransfer = {
  readonly cents: bigint
  /** `owed`: it came back from where it was sent back to. */
  state: 'received' | 'going_back' | 'returned' | 'owed'
}

/** What one order may be for, in EUR cents. */
const LEAST = 2_000n
const MOST = 1_000_000n

/** Money came for an order: what it does not want goes back. While that is under way it takes what it is for. */
export function transferred(order: ModelOrder, cents: bigint, nowMs: number): void {
  lapse(order, nowMs)
  const takes = isOpen(order, nowMs) || order.state === 'returned'
  const isBought = takes && cents >= LEAST && cents <= MOST
  if (takes) order.state = isBought ? 'paid' : 'returned'
  order.transfers?.push({ cents, state: isBought ? 'received' : 'going_back' })
}

/** The bank has sent money back, and all of it is. @param isBack the payer's bank would not have it */
export function sentBack(order: ModelOrder, transfer: ModelTransfer, isBack: boolean): void {
  transfer.state = isBack ? 'owed' : 'returned'
  const isAll = !order.transfers?.some(({ state }) => state === 'going_back')
  if (isAll && order.state === 'returned') end(order, 'refunded')
}
