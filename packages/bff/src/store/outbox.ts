import type { Outbox, OutboxEntry } from '@cambio/exchange/message/Outbox.ts'
import type { StoreDeps } from './StoreDeps.ts'

/** An entry in a list; its page is read by its number. */
export type StoredOutboxEntry = Omit<OutboxEntry, 'page'> & {
  readonly number: bigint
  readonly hasPage: boolean
  readonly at: Date
}

/** A sandbox's outbox. It is in the database, so that each of its processes shows the same. */
export type OutboxStore = Outbox & {
  /** The newest entries first, at most this many. */
  newest(most: number): Promise<readonly StoredOutboxEntry[]>
  /** A mail as a browser shows it. */
  findPage(number: string): Promise<string | undefined>
}

export function outboxStore({ query, now }: StoreDeps): OutboxStore {
  return {
    async keep({ kind, recipient, body, page = null }) {
      await query({
        name: 'outbox_keep',
        text: 'insert into outbox (kind, recipient, body, page, created_at) values ($1, $2, $3, $4, $5)',
        values: [kind, recipient, body, page, now()],
      })
    },
    newest: (most) =>
      query<StoredOutboxEntry>({
        name: 'outbox_newest',
        text: `select number, kind, recipient, body, page is not null as "hasPage", created_at as at
          from outbox order by number desc limit $1`,
        values: [most],
      }),
    async findPage(number) {
      const [entry] = await query<{ page: string }>({
        name: 'outbox_page',
        text: 'select page from outbox where number = $1 and page is not null',
        values: [number],
      })
      return entry?.page
    },
  }
}
