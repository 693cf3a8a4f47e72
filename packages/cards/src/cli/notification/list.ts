import { choice, optional, text } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import * as z from 'zod/mini'
import { newestNotifications } from '../../store/read/newestNotifications.ts'
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
    const rows = await newestNotifications(deps.query, {
      state: options.state ?? null,
      merchantId: merchant?.id ?? null,
    })
    const now = deps.clock.now()
    const lines = rows.map((row) => {
      const blocked = row.blocked_until !== null && row.blocked_until > now ? ' (address blocked)' : ''
      return `${row.id}  ${row.state}${blocked}  ${counted(row.attempts, 'attempt', 'attempts')}  ${row.url}  ${row.last_problem ?? ''}`
    })
    return { text: lines.join('\n') || 'There is none.', data: rows }
  },
})
