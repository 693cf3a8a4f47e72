import type { Query } from '@cambio/server/postgres/Database.ts'

/** Makes a notification due now, with all its attempts anew. @returns whether there is such a notification */
export async function resendNotification(query: Query, id: string, at: Date): Promise<boolean> {
  const rows = await query<{ id: string }>({
    name: 'notification_resend',
    text: `with again as (
             update notification set state = 'waiting', attempts = 0, first_attempt_at = null, due_at = $2
             where id = $1 returning id)
           select id, pg_notify('cards_notification', '') from again`,
    values: [id, at],
  })
  return rows.length > 0
}

/** Ends the block of an address, and makes due what waits for it. @returns how many notifications those are */
export async function unblockAddress(query: Query, url: string, at: Date): Promise<number> {
  const [row] = await query<{ waiting: bigint }>({
    name: 'notification_unblock',
    text: `with opened as (
             delete from notification_address where url = $1),
           woken as (
             update notification set due_at = least(due_at, $2) where url = $1 and state = 'waiting' returning id)
           select count(*) as waiting, pg_notify('cards_notification', '') from woken`,
    values: [url, at],
  })
  return Number(row?.waiting ?? 0n)
}
