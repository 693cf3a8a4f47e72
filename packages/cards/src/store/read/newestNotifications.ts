import type { Query } from '@cambio/server/postgres/Database.ts'

/** A notification, and until when its address is blocked. */
export type ListedNotification = {
  readonly id: string
  readonly merchant_id: string
  readonly transaction_id: string
  readonly url: string
  readonly state: string
  readonly attempts: number
  readonly last_problem: string | null
  readonly due_at: Date | null
  readonly blocked_until: Date | null
}

/** Which notifications are wanted. A null `state` stands for those that wait or failed, a null merchant for all. */
export type NotificationFilter = {
  readonly state: 'waiting' | 'delivered' | 'failed' | null
  readonly merchantId: string | null
}

/** The newest thousand notifications, newest first. */
export function newestNotifications(
  query: Query,
  { state, merchantId }: NotificationFilter,
): Promise<ListedNotification[]> {
  return query<ListedNotification>({
    name: 'notification_list',
    text: `select n.id, n.merchant_id, n.transaction_id, n.url, n.state, n.attempts, n.last_problem, n.due_at,
             a.blocked_until
           from notification n left join notification_address a on a.url = n.url
           where ($1::text is null and n.state <> 'delivered' or n.state = $1)
             and ($2::uuid is null or n.merchant_id = $2)
           order by n.created_at desc, n.id limit 1000`,
    values: [state, merchantId],
  })
}
