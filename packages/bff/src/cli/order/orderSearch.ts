import { choice, flag, optional, text } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as Money from '@cambio/wire/Money.ts'
import { Status } from '@cambio/wire/order/Order.ts'
import * as z from 'zod/mini'
import { searchOrders } from '../../store/read/search/orderSearch.ts'
import type { StoreDeps } from '../../store/StoreDeps.ts'
import { partnerIdOf } from '../catalogue/partnerIdOf.ts'
import { listed, listText, metadataOf, searchOptions, USUAL_ROWS } from '../search.ts'

/** Finds orders by any known detail: an id, an address, an e-mail. The output shows no buyer's e-mail. */
export const orderSearch = command({
  name: 'order search',
  summary: [
    'Lists orders, newest first: those that have exactly this client_order_id, partner_order_id, e-mail,',
    'client_external_id, address (of the deposit, pay-out or refund), transaction (in or out), payer’s IBAN,',
    'line of a bank statement, or id at the card platform; all orders if nothing is named. --metadata key=value finds',
    'orders with that metadata, or of a client with it; several of them must all match.',
  ].join('\n'),
  words: { text: optional(text('[text]')) },
  options: {
    ...searchOptions,
    status: optional(choice(Status.options)),
    waiting: flag(),
  },
  json: z.object({
    orders: z.array(
      z.object({
        client_order_id: z.string(),
        partner_order_id: z.string(),
        partner: z.string(),
        status: z.string(),
        substatus: z.nullable(z.string()),
        hold_reason: z.nullable(z.string()),
        payin_amount: z.string(),
        payin_currency: z.string(),
        payout_amount: z.string(),
        payout_currency: z.string(),
        created_at: z.string(),
      }),
    ),
    /** Whether there are more orders than these. */
    more: z.boolean(),
  }),
  async run(deps: StoreDeps, { words, options: { status, partner, metadata, waiting, rows = USUAL_ROWS } }) {
    const partnerId = await partnerIdOf(deps, partner)
    const found = await searchOrders(deps.query, {
      text: words.text ?? null,
      status: status ?? null,
      partnerId,
      metadata: metadataOf(metadata),
      isWaiting: waiting,
      rows: rows + 1,
    })
    const { shown, more } = listed(found, rows)
    const orders = shown.map(({ id, payin, payout, createdAt, ...order }) => ({
      client_order_id: id,
      partner_order_id: order.partnerOrderId,
      partner: order.partner,
      status: order.status,
      substatus: order.substatus,
      hold_reason: order.attentionReason,
      payin_amount: Money.format(payin),
      payin_currency: payin.currency,
      payout_amount: Money.format(payout),
      payout_currency: payout.currency,
      created_at: createdAt.toISOString(),
    }))
    return {
      text: listText(orders.map(line), { rows, more, none: 'There is no such order.' }),
      data: { orders, more },
    }
  },
})

function line(order: {
  readonly client_order_id: string
  readonly partner: string
  readonly partner_order_id: string
  readonly status: string
  readonly substatus: string | null
  readonly hold_reason: string | null
  readonly payin_amount: string
  readonly payin_currency: string
  readonly payout_amount: string
  readonly payout_currency: string
  readonly created_at: string
}): string {
  const pays = `${order.payin_amount} ${order.payin_currency} → ${order.payout_amount} ${order.payout_currency}`
  const state = order.substatus === null ? order.status : `${order.status} (${order.substatus})`
  const waits = order.hold_reason === null ? '' : `  waits for you: ${order.hold_reason}`
  return `${order.created_at}  ${order.client_order_id}  ${order.partner}/${order.partner_order_id}  ${pays}  ${state}${waits}`
}
