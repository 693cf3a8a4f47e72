import type { Outbox, OutboxEntry } from '@cambio/exchange/message/Outbox.ts'
import type { StoreDeps } from './StoreDeps.ts'

export type KeptOutboxEntry = OutboxEntry & { readonly at: Date }

/** A sandbox's outbox. In the database, so that each of its processes shows the same. */
export type OutboxStore = Outbox & {
  /** The newest entries first, at most so many. */
  newest(most: number): Promise<readonly KeptOutboxEntry[]>
}

export function outboxStore({ query, now }: StoreDeps): OutboxStore {
  return {
    async keep({ kind, recipient, body }) {
      await query({
        name: 'outbox_keep',
        text: 'insert into outbox (kind, recipient, body, created_at) values ($1, $2, $3, $4)',
        values: [kind, recipient, body, now()],
      })
    },
    newest: (most) =>
      query<KeptOutboxEntry>({
        name: 'outbox_newest',
        text: 'select kind, recipient, body, created_at as at from outbox order by number desc limit $1',
        values: [most],
      }),
  }
}
