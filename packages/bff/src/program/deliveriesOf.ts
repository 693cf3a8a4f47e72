import { deliver } from '@cambio/exchange/callback/deliver.ts'
import { inSpan } from '@cambio/server/trace/tracing.ts'
import { dueWithdrawalCodes, withdrawalStore } from '../store/balance/withdrawals.ts'
import { callbackQueue, dueCallbacks } from '../store/callback/callbacks.ts'
import { dueEndpointCallbacks, endpointQueue } from '../store/callback/endpointQueue.ts'
import { traceOfCallback } from '../store/order/orderTraces.ts'
import { outboxStore } from '../store/outbox.ts'
import { storeDepsOf } from '../store/StoreDeps.ts'
import { codeDeliverer } from '../work/delivery/codeDeliverer.ts'
import type { Deliveries } from '../work/delivery/deliveryWork.ts'
import type { Exchange } from './Exchange.ts'

/**
 * The queues of callbacks: those of orders, those of orders for further endpoints, and withdrawal codes, which never
 * wait for the others.
 */
export function deliveriesOf(exchange: Exchange): readonly Deliveries[] {
  const { endpoint, clock, random, retryFactor: waitFactor, mode, callbackSlots } = exchange
  const stores = storeDepsOf(exchange)
  const jitter = () => (random.bytes(1)[0] ?? 0) / 255
  const deps = { endpoint, jitter, now: () => clock.now() }
  const deliverTraced: Deliveries['deliver'] = async (delivery) => {
    const parent = await traceOfCallback(stores.query, delivery)
    const fields = { 'cambio.callback_id': delivery.id, 'cambio.attempt': delivery.attempt }
    return inSpan({ name: 'callback', kind: 'client', parent, fields }, () =>
      deliver(deps, delivery, { waitFactor }),
    )
  }
  return [
    {
      ...dueCallbacks,
      queue: callbackQueue(stores),
      slots: callbackSlots,
      deliver: deliverTraced,
    },
    {
      ...dueEndpointCallbacks,
      queue: endpointQueue(stores),
      slots: null,
      deliver: deliverTraced,
    },
    {
      ...dueWithdrawalCodes,
      queue: withdrawalStore(stores).codeQueue,
      slots: null,
      deliver: codeDeliverer(
        { ...deps, outbox: mode === 'sandbox' ? outboxStore(stores) : null },
        { waitFactor },
      ),
    },
  ]
}
