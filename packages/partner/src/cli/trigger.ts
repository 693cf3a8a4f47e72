import { randomUUID } from 'node:crypto'
import { contract } from '@cambio/wire/http/contract.ts'
import { ended, Status } from '@cambio/wire/order/Order.ts'
import type { Order } from '../Order.ts'
import { BadCall, type CliDeps } from './CliDeps.ts'
import { deliver, isAccepted, answerText } from './deliver.ts'
import { partnerOf, receiverAddress, setting } from './settings.ts'

/** What a receiver can be sent before it happens. */
export const triggered = [...Status.options, 'attempt_declined'] as const

/**
 * Sends your receiver a callback of one of your orders, as if the order had just reached that status. The order does
 * not change.
 * @returns whether the receiver accepted it
 */
export async function trigger(
  deps: CliDeps,
  [partnerOrderId, event]: readonly string[],
  options: { readonly to?: string },
): Promise<boolean> {
  const wanted = triggered.find((one) => one === event)
  if (partnerOrderId === undefined || wanted === undefined)
    throw new BadCall(`Name the order and its event: trigger cart-1001 ${triggered.join('|')}.`)
  if (setting(deps, 'CAMBIO_API_KEY').startsWith('live_'))
    throw new BadCall('Only in a sandbox: a receiver of live would take it for the truth about money.')
  const url = receiverAddress(options.to, '--to http://localhost:3000/callbacks')
  const secret = setting(deps, 'CAMBIO_CALLBACK_SECRET')
  const params = { partner_order_id: partnerOrderId }
  const order = await partnerOf(deps).call(contract.partner.order, { params })
  const at = deps.now()
  const body = JSON.stringify(
    wanted === 'attempt_declined' ? declined(order, at) : changed(order, wanted, at),
  )
  const answered = await deliver(deps, url, secret, { id: randomUUID(), body, at })
  deps.print(`Sent ${wanted} of ${partnerOrderId} to ${url}: ${answerText(answered)}.`)
  return isAccepted(answered)
}

function changed(order: Order, status: Status, at: Date): object {
  const seconds = at.getTime() / 1_000
  return {
    type: 'client_order',
    version: 2,
    client_order: {
      ...order,
      client_email: null,
      expected_payout_amount: order.payout_amount,
      status,
      substatus: status === 'pending' ? 'identity_pending' : null,
      status_log: [...order.status_log, { at: seconds, status }],
      finished_at: ended.has(status) ? seconds.toFixed(6) : null,
      ...(status === 'error' && { error_message: 'Declined by processing' }),
      ...(status === 'finished' && { payout_txid: order.payout_txid ?? '5f'.repeat(32) }),
    },
  }
}

function declined({ client_order_id, partner_order_id }: Order, at: Date): object {
  return {
    type: 'attempt_declined',
    version: 2,
    attempt: {
      client_order_id,
      partner_order_id,
      at: at.getTime() / 1_000,
      method: 'Visa',
      result: 'declined',
      decline_reason: 'Insufficient funds',
    },
  }
}
