import { choice, optional, text, wholeNumber } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import * as z from 'zod/mini'
import { orderStore } from '../../store/orders.ts'
import type { StoreDeps } from '../../store/StoreDeps.ts'
import { partnerIdOf } from '../catalogue/partnerIdOf.ts'
import { noSuchOrder } from '../order/noSuchOrder.ts'
import { optionalOrderWord } from '../order/orderWord.ts'

const USUAL_ROWS = 50

type Row = {
  readonly callback_id: string
  readonly client_order_id: string
  readonly partner: string
  readonly state: string
  readonly why: string | null
  readonly attempts: number
  readonly created_at: Date
  readonly next: Date | null
}

/** Callbacks by what became of them, newest first. */
export const callbackList = command({
  name: 'callback list',
  summary:
    'Lists callbacks that were given up, or those of another state, newest first. “callback resend” sends them again.',
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
  }),
  async run(deps: StoreDeps, { words: { orderId }, options: { state, partner, rows = USUAL_ROWS } }) {
    const partnerId = await partnerIdOf(deps, partner)
    if (orderId !== undefined && !(await orderStore(deps).find(orderId))) throw noSuchOrder(orderId)
    const searched = state ?? (orderId === undefined ? 'failed' : 'any')
    const values = [orderId ?? null, searched === 'any' ? null : searched, partnerId, rows]
    const listed = await deps.query<Row>({ name: 'cli_callback_list', text: LIST, values })
    const callbacks = listed.map(({ created_at, next, ...row }) => ({
      ...row,
      created_at: created_at.toISOString(),
      next: next?.toISOString() ?? null,
    }))
    const lines = callbacks.map(
      (row) =>
        `${row.created_at}  ${row.client_order_id}  ${row.partner}  ${row.state}, ${counted(row.attempts, 'attempt', 'attempts')}${row.why === null ? '' : `: ${row.why}`}`,
    )
    return { text: lines.join('\n') || 'There is no such callback.', data: { callbacks } }
  },
})

const LIST = `
  select c.id as callback_id, c.order_id as client_order_id, p.name as partner, c.state, c.why,
    c.due_attempts as attempts, c.created_at, c.due_at as next
  from callback c join partner p on p.id = c.partner_id
  where ($1::text is null or c.order_id = $1) and ($2::text is null or c.state = $2)
    and ($3::text is null or c.partner_id = $3)
  order by c.created_at desc, c.order_id, c.seq desc limit $4`
