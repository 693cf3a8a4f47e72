import { end, isOpen, type ModelOrder } from './ModelOrder.ts'

/** Money that came to our bank account for an order, as the model knows it. */
export type ModelTransfer = {
  readonly cents: bigint
  /** `owed`: it came back from where it was sent back to. */
  state: 'received' | 'going_back' | 'returned' | 'owed'
}

/** What one order may be for, in EUR cents. */
const LEAST = 2_000n
const MOST = 1_000_000n

/** Money came for an order: what it does not want goes back. */
export function transferred(order: ModelOrder, cents: bigint, nowMs: number): void {
  const isBought = isOpen(order, nowMs) && cents >= LEAST && cents <= MOST
  if (isBought) order.state = 'paid'
  else if (isOpen(order, nowMs)) order.state = 'returned'
  else if (order.state === 'waiting') end(order, 'expired')
  order.transfers?.push({ cents, state: isBought ? 'received' : 'going_back' })
}
