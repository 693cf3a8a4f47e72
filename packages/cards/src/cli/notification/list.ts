import { choice, optional, text } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import * as z from 'zod/mini'
import type { CommandDeps } from '../CommandDeps.ts'
import { merchantNamed } from '../merchant/merchantNamed.ts'

/** A notification, and until when its address is blocked. */
const Row = z.object({
  id: z.string(),
  merchant_id: z.string(),
  transaction_id: z.string(),
  url: z.string(),
  state: z.string(),
  attempts: z.number(),
  last_problem: z.nullable(z.string()),
  due_at: z.nullable(z.date()),
  blocked_until: z.nullable(z.date()),
})
type Row = z.infer<typeof Row>

export const notificationList = command({
  name: 'notification list',
  summary: 'Lists the newest thousand notifications that wait or failed, or those of --state.',
  words: {},
  options: {
    state: optional(choice(['waiting', 'delivered', 'failed'])),
    merchant: optional(text('<client_key>')),
  },
  json: z.array(Row),
  async run(deps: CommandDeps, { options }) {
    const merchant = options.merchant === undefined ? undefined : await merchantNamed(deps, options.merchant)
    const rows = await deps.query<Row>({
      name: 'notification_list',
      text: `select n.id, n.merchant_id, n.transaction_id, n.url, n.state, n.attempts, n.last_problem, n.due_at,
               a.blocked_until
             from notification n left join notification_address a on a.url = n.url
             where ($1::text is null and n.state <> 'delivered' or n.state = $1)
               and ($2::uuid is null or n.merchant_id = $2)
             order by n.created_at desc limit 1000`,
      values: [options.state ?? null, merchant?.id ?? null],
    })
    const now = deps.clock.now()
    const lines = rows.map((row) => {
      const blocked = row.blocked_until !== null && row.blocked_until > now ? ' (address blocked)' : ''
      return `${row.id}  ${row.state}${blocked}  ${counted(row.attempts, 'attempt', 'attempts')}  ${row.url}  ${row.last_problem ?? ''}`
    })
    return { text: lines.join('\n') || 'There is none.', data: rows }
  },
})
