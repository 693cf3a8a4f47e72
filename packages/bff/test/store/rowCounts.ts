import { statement } from '@cambio/server/testing/postgres/testing.ts'
import type { Rig } from '../rig.ts'

/** How many rows there are of everything that a request could leave behind. */
export async function rowCounts(rig: Rig): Promise<unknown> {
  return rig.owner.query(
    statement(`select (select count(*) from orders) as orders, (select count(*) from widget_request) as requests,
      (select count(*) from partner_order_claim) as claims, (select count(*) from quote) as quotes,
      (select count(*) from client) as clients, (select count(*) from idempotency) as keys,
      (select count(*) from entry_code) as codes, (select count(*) from callback) as callbacks,
      (select count(*) from inbox) as notices`),
  )
}
