import type { PlacementConflict } from '@cambio/exchange/order/OrderStore.ts'
import type { StoreDeps } from '../StoreDeps.ts'

/** An id that a partner chose. It is unique among the partner's orders and its live widget requests. */
export type PartnerOrderId = { readonly partnerId: string; readonly partnerOrderId: string }

type Deps = Pick<StoreDeps, 'query'>

/**
 * Releases an id whose widget request has ended without an order. An order that is being placed for the request marks
 * it as used; one of the two waits for the other.
 * @returns whether this call released it
 */
export async function releaseId(deps: Deps, id: PartnerOrderId, now: Date): Promise<boolean> {
  const released = await deps.query({
    name: 'partner_order_id_release',
    text: `
      with ended as (
        update widget_request r set released = true
        where partner_id = $1 and partner_order_id = $2 and not released and not used
          and (canceled_at is not null or expires_at <= $3)
          and not exists (select from orders o where o.request_id = r.id)
        returning partner_id, partner_order_id
      )
      delete from partner_order_claim c using ended
      where c.partner_id = ended.partner_id and c.partner_order_id = ended.partner_order_id returning 1`,
    values: [id.partnerId, id.partnerOrderId, now],
  })
  return released.length > 0
}

/** The order or the live widget request that uses an id. */
export async function userOfId(
  deps: Deps,
  id: PartnerOrderId,
): Promise<Extract<PlacementConflict, { is: 'partner_order_id_taken' }>> {
  const [taken] = await deps.query<{ order_id: string | null; request_id: string | null }>({
    name: 'partner_order_id_taken',
    text: `
      select (select id from orders where partner_id = $1 and partner_order_id = $2) as order_id,
        (select r.id from widget_request r
          where r.partner_id = $1 and r.partner_order_id = $2 and not r.released and not r.used
            and not exists (select from orders o where o.request_id = r.id)
          order by r.created_at desc, r.id limit 1) as request_id`,
    values: [id.partnerId, id.partnerOrderId],
  })
  return {
    is: 'partner_order_id_taken',
    clientOrderId: taken?.order_id ?? null,
    requestId: taken?.request_id ?? null,
  }
}
