import { mayLeave, type LeaveDeps } from '../../departure/mayLeave.ts'
import type { Order } from '../../order/Order.ts'
import type { Transfer } from './machine/TransferPayin.ts'
import type { TransferRail } from './TransferRail.ts'

/** Has the bank return a transfer to its payer. A later statement reports that it left. */
export async function refundTransfer(
  deps: LeaveDeps & { transfer: TransferRail },
  order: Order,
  { number, amount, payer, state }: Transfer,
): Promise<'unknown'> {
  if (state !== 'returning' || payer.iban === null)
    throw new Error(`Transfer ${number} of ${order.id} goes nowhere`)
  const id = paymentId(order, number)
  if (!(await mayLeave(deps, { paymentId: id, orderId: order.id, amount }))) return 'unknown'
  await deps.transfer.refund({
    id,
    orderId: order.id,
    number,
    amount,
    name: payer.name,
    iban: payer.iban,
  })
  return 'unknown'
}

/** After a returned refund, the next one is another payment: for the bank the first is finished. */
function paymentId({ id, events }: Order, number: number): string {
  const bounces = events.filter(({ fact }) => fact === 'transfer_bounced').length
  return bounces === 0 ? `${id}-refund-${number}` : `${id}-refund-${number}-${bounces + 1}`
}
