import type { Message } from '@cambio/exchange/message/MessageRail.ts'
import type { MessageStore } from '@cambio/exchange/message/MessageStore.ts'
import type { DueTable } from '@cambio/server/work/due.ts'
import * as z from 'zod/mini'
import { beginSending, endSending } from '../sentAtMostOnce.ts'
import type { StoreDeps } from '../StoreDeps.ts'

export const dueMessages: DueTable & { channel: string } = {
  table: 'message',
  key: 'id',
  channel: 'messages_due',
}

const Stored = z.discriminatedUnion('channel', [
  z.object({ phone: z.string(), channel: z.literal('sms'), text: z.string() }),
  z.object({
    phone: z.string(),
    channel: z.literal('whatsapp'),
    template: z.string(),
    params: z.record(z.string(), z.string()),
  }),
])

/** Messages, sealed until they are no longer needed: they contain a phone number and maybe a code. */
export function messageStore({ query, keys, now }: StoreDeps): MessageStore {
  const subject = (id: string) => `message ${id}`
  return {
    async keep({ id, partnerId, message }) {
      await query({
        name: 'message_keep',
        text: `insert into message (id, partner_id, body_sealed, created_at, due_at) values ($1, $2, $3, $4, $4)`,
        values: [id, partnerId, keys.seal(subject(id), JSON.stringify(message)), now()],
        wakes: [dueMessages.channel],
      })
    },
    async begin(id) {
      const [row] = await query<{ body_sealed: Buffer }>({
        name: 'message_begin',
        text: BEGIN,
        values: [id],
      })
      if (!row) return undefined
      return Stored.parse(JSON.parse(keys.open(subject(id), row.body_sealed))) satisfies Message
    },
    async end(id, outcome) {
      const why = outcome.is === 'sent' ? null : outcome.why
      const carrierId = outcome.is === 'sent' ? outcome.messageId : null
      await query({ name: 'message_end', text: END, values: [id, outcome.is, carrierId, why] })
    },
  }
}

const BEGIN = beginSending('message')
const END = endSending('message', 'carrier_id = $3, why = $4')
