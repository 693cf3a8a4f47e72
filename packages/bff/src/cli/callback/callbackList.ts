import { choice, optional, text, wholeNumber } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import * as z from 'zod/mini'
import { orderStore } from '../../store/order/orders.ts'
import { listCallbacks } from '../../store/read/callbacks.ts'
import type { StoreDeps } from '../../store/StoreDeps.ts'
import { partnerIdOf } from '../catalogue/partnerIdOf.ts'
import { noSuchOrder } from '../order/noSuchOrder.ts'
import { optionalOrderWord } from '../order/orderWord.ts'
import { listed, listText, USUAL_ROWS } from '../search.ts'
import { archivedCallbacks } from './archivedCallbacks.ts'

/** Lists callbacks by their outcome, newest first. */
export const callbackList = command({
  name: 'callback list',
  summary:
    'Lists failed callbacks, or those of another state, newest first. “callback resend” sends them again.',
  words: { orderId: optionalOrderWord() },
  options: {
    state: optional(choice(['waiting', 'acknowledged', 'failed', 'feed_only', 'any'])),
    partner: optional(text('PARTNER')),
    rows: optional(wholeNumber({ least: 1 })),
  },
  json: z.object({
    callbacks: z.array(
      z.object({
        callback_id: z.string(),
        client_order_id: z.string(),
        partner: z.string(),
        state: z.string(),
        why: z.nullable(z.string()),
        attempts: z.number(),
        created_at: z.string(),
        next: z.nullable(z.string()),
      }),
    ),
    /** Whether there are more callbacks than these. */
    more: z.boolean(),
  }),
  async run(deps: StoreDeps, { words: { orderId }, options: { state, partner, rows = USUAL_ROWS } }) {
    const partnerId = await partnerIdOf(deps, partner)
    const order = orderId === undefined ? undefined : await orderStore(deps).find(orderId)
    if (orderId !== undefined && order === undefined) throw noSuchOrder(orderId)
    const searched = state ?? (orderId === undefined ? 'failed' : 'any')
    const found = await listCallbacks(deps.query, {
      orderId: orderId ?? null,
      state: searched === 'any' ? null : searched,
      partnerId,
      rows: rows + 1,
    })
    const { shown, more } = listed(found, rows)
    const callbacks = shown.map(({ id, orderId: about, createdAt, next, ...row }) => ({
      callback_id: id,
      client_order_id: about,
      ...row,
      created_at: createdAt.toISOString(),
      next: next?.toISOString() ?? null,
    }))
    const lines = callbacks.map(
      (row) =>
        `${row.created_at}  ${row.client_order_id}  ${row.partner}  ${row.state}, ${counted(row.attempts, 'attempt', 'attempts')}${row.why === null ? '' : `: ${row.why}`}`,
    )
    const text = listText(lines, { rows, more, none: 'There is no such callback.' })
    return { text: `${text}${await archivedCallbacks(deps, order)}`, data: { callbacks, more } }
  },
})
