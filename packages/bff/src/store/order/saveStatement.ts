import { changedAt } from '@cambio/exchange/order/Order.ts'
import type { OrderWrite } from '@cambio/exchange/order/OrderStore.ts'
import { payinWrite } from '../../payin/payinStorages.ts'
import { parameters } from '../parameters.ts'
import { toOrderColumns, type OrderColumns } from './OrderRow.ts'
import type { OrderStatement } from './orderWrite.ts'

/** The columns of an order that may change once it is written. */
const changing = [
  'payin_units',
  'payout_units',
  'rate',
  'payin_fee_units',
  'margin_fee_units',
  'payout_fee_units',
  'leftover_units',
  'payin_eur_units',
  'payout_eur_units',
  'margin_eur_units',
  'network_bps',
  'service_bps',
  'spread_bps',
  'transfer_eur_units',
  'status',
  'substatus',
  'seq',
  'expires_at',
  'price_held_until',
  'coupon',
  'as_first',
  'checked',
  'payout_id',
  'payout_state',
  'payout_txid',
  'payout_reason',
  'limit_level',
  'balance_state',
  'wrong_codes',
  'child_units',
  'refund_address',
  'limit_left_units',
  'limit_url',
  'error_message',
  'stops',
  'hold_reason',
] as const satisfies readonly (keyof OrderColumns)[]

/**
 * The parts of the statement that writes a changed order, unless another write came first or the order has got a
 * client.
 */
export function saveStatement({ order, seqBefore, due }: OrderWrite): OrderStatement {
  const all = parameters()
  const columns = toOrderColumns(order)
  const written = `written as (
    update orders set ${changing.map((name) => `${name} = ${all.add(columns[name])}`).join(', ')},
      updated_at = ${all.add(changedAt(order))}, due_at = ${all.add(due)}, lease_until = null, due_attempts = 0
    where id = ${all.add(order.id)} and seq = ${all.add(seqBefore)}
      and client_id is not distinct from ${all.add(order.clientId)}
    returning id, partner_id
  )`
  const ofPayin = payinWrite(all, order)
  return {
    name: ofPayin ? `order_save_${ofPayin.name}` : 'order_save',
    parts: ofPayin ? [written, ofPayin.part] : [written],
    parameters: all,
    wakes: [],
  }
}
