import type { Query } from '@cambio/server/postgres/Database.ts'

/** A callback as the operator sees it. */
export type ListedCallback = {
  readonly id: string
  readonly orderId: string
  readonly partner: string
  readonly state: string
  /** The result of its last attempt. */
  readonly why: string | null
  readonly attempts: number
  readonly createdAt: Date
  /** The time of the next attempt; null where there is none. */
  readonly next: Date | null
}

/** Which callbacks to list; null means any. */
export type CallbackFilter = {
  readonly orderId: string | null
  readonly state: string | null
  readonly partnerId: string | null
  readonly rows: number
}

/** Callbacks, newest first. */
export function listCallbacks(
  query: Query,
  { orderId, state, partnerId, rows }: CallbackFilter,
): Promise<ListedCallback[]> {
  return query<ListedCallback>({
    name: 'read_callbacks',
    text: `
      select c.id, c.order_id as "orderId", p.name as partner, c.state, c.why, c.due_attempts as attempts,
        c.created_at as "createdAt", c.due_at as next
      from callback c join partner p on p.id = c.partner_id
      where ($1::text is null or c.order_id = $1) and ($2::text is null or c.state = $2)
        and ($3::text is null or c.partner_id = $3)
      order by c.created_at desc, c.order_id, c.seq desc limit $4`,
    values: [orderId, state, partnerId, rows],
  })
}
