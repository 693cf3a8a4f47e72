import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { isOrderId } from './orderWord.ts'

/** The refusal of a call that names an unknown order. It says how to find the order. */
export function noSuchOrder(named: string): CallRefused {
  const form = isOrderId(named) ? '' : ' A client_order_id reads like 4WP4X-PR0K63, and this does not.'
  return new CallRefused(
    `There is no order ${named}.${form} “order search” finds an order by its other details, such as its partner_order_id.`,
  )
}
