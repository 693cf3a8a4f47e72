import type { Inbox } from '@cambio/exchange/notice/Notice.ts'
import type { DueTable } from '@cambio/server/work/due.ts'
import type { StoreDeps } from './StoreDeps.ts'

export const dueNotices: DueTable & { channel: string } = {
  table: 'inbox',
  key: 'id',
  channel: 'inbox_due',
}

export type InboxStore = Inbox & {
  /** Makes a notice due again after there was no answer; one that was received meanwhile is followed at once. */
  again(id: string, due: Date): Promise<void>
}

export function inboxStore({ query, now }: StoreDeps): InboxStore {
  return {
    async file({ source, reference }) {
      await query({
        name: 'inbox_file',
        text: `
          insert into inbox (source, reference, due_at) values ($1, $2, $3)
          on conflict (id) do update set due_at = excluded.due_at`,
        values: [source, reference, now()],
        wakes: [dueNotices.channel],
      })
    },
    async again(id, due) {
      await query({
        name: 'inbox_again',
        text: `
          update inbox set lease_until = null,
            due_at = case when due_at is distinct from lease_until then due_at else $2 end
          where id = $1`,
        values: [id, due],
      })
    },
  }
}

/** The two halves of a row's id, as the table puts them together. */
export function readNoticeId(id: string): { source: string; reference: string } {
  const [source = ''] = id.split(':', 1)
  return { source, reference: id.slice(source.length + 1) }
}
