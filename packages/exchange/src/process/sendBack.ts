import type { Order } from '../order/Order.ts'
import type { Transfer } from '../payin/transfer/TransferPayin.ts'
import type { TransferRail } from '../payin/transfer/TransferRail.ts'

/** Has a transfer sent back to its payer. That it left is said by the bank's statement, whenever that comes. */
export async function sendBack(
  deps: { transfer: TransferRail },
  order: Order,
  { number, amount, payer, state }: Transfer,
): Promise<'unknown'> {
  if (state !== 'returning' || payer.iban === null)
    throw new Error(`Transfer ${number} of ${order.id} goes nowhere`)
  await deps.transfer.refund({
    id: paymentId(order, number),
    orderId: order.id,
    number,
    amount,
    name: payer.name,
    iban: payer.iban,
  })
  return 'unknown'
}

/** Money that came again is sent as another payment: the bank has done with the first. */
function paymentId({ id, events }: Order, number: number): string {
  const bounces = events.filter(({ fact }) => fact === 'transfer_bounced').length
  return bounces === 0 ? `${id}-refund-${number}` : `${id}-refund-${number}-${bounces + 1}`
}
