import { statement } from '@cambio/server/testing/postgres/testing.ts'
import type { Rig } from '../rig.ts'

/**
 * Writes orders straight into the database, as many copies of one that is there, and leaves them uncounted as placing
 * does. Copy `n` was created at `createdAt`, an SQL expression of n.
 * @param name what their ids begin with; no two calls share one
 */
export async function manyOrders(
  { owner }: Pick<Rig, 'owner'>,
  input: { template: string; partnerId: string; name: string; count: number; createdAt: string },
): Promise<void> {
  const { template, partnerId, name, count, createdAt } = input
  const columns = await owner.query<{ name: string }>(
    statement(`select attname::text as name from pg_attribute
      where attrelid = 'orders'::regclass and attnum > 0 and not attisdropped order by attnum`),
  )
  const own: Readonly<Record<string, string>> = {
    id: `$2 || '-' || md5(n::text)`,
    partner_id: '$4',
    partner_order_id: `$2 || '-' || n`,
    request_id: 'null',
    created_at: createdAt,
  }
  const values = columns.map((column) => own[column.name] ?? `o.${column.name}`)
  await owner.query(
    statement(
      `with written as (
        insert into orders select ${values.join(', ')}
        from orders o, generate_series(1, $3::int4) n where o.id = $1
        returning partner_id, created_at, id
      )
      insert into order_uncounted (partner_id, created_at, order_id) select * from written`,
      template,
      name,
      count,
      partnerId,
    ),
  )
}
