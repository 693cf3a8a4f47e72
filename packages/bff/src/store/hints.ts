import type { DueTable } from '@cambio/server/work/due.ts'
import type { StoreDeps } from './StoreDeps.ts'

export const dueHints: DueTable & { channel: string } = {
  table: 'hint',
  key: 'platform_order_id',
  channel: 'hints_due',
}

/** Hints that a charge has news, until somebody has asked about it. Many about one charge are one. */
export type HintStore = {
  file(platformOrderId: string): Promise<void>
  /** There was no answer; a hint that came meanwhile is followed at once. */
  again(platformOrderId: string, due: Date): Promise<void>
}

export function hintStore({ query, now }: StoreDeps): HintStore {
  return {
    async file(platformOrderId) {
      await query({
        name: 'hint_file',
        text: `
          insert into hint (platform_order_id, due_at) values ($1, $2)
          on conflict (platform_order_id) do update set due_at = excluded.due_at`,
        values: [platformOrderId, now()],
        wakes: [dueHints.channel],
      })
    },
    async again(platformOrderId, due) {
      await query({
        name: 'hint_again',
        text: `
          update hint set lease_until = null,
            due_at = case when due_at is distinct from lease_until then due_at else $2 end
          where platform_order_id = $1`,
        values: [platformOrderId, due],
      })
    },
  }
}
