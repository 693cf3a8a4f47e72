import type { RequestStore } from '@cambio/exchange/request/RequestStore.ts'
import type { WidgetRequest } from '@cambio/exchange/request/WidgetRequest.ts'
import { columns } from '@cambio/server/postgres/columns.ts'
import { releaseId, userOfId } from '../order/partnerOrderIds.ts'
import type { StoreDeps } from '../StoreDeps.ts'

type RequestRow = {
  readonly id: string
  readonly partner_id: string
  readonly partner_order_id: string
  readonly fields: WidgetRequest['fields']
  readonly draft: WidgetRequest['draft']
  readonly draft_destination: WidgetRequest['draftDestination']
  readonly created_at: Date
  readonly opened_at: Date | null
  readonly expires_at: Date
  readonly canceled_at: Date | null
  readonly order_id: string | null
}

const requestColumns = columns<Omit<RequestRow, 'order_id'>>({
  id: true,
  partner_id: true,
  partner_order_id: true,
  fields: true,
  draft: true,
  draft_destination: true,
  created_at: true,
  opened_at: true,
  expires_at: true,
  canceled_at: true,
})

export function requestStore({ query }: StoreDeps): RequestStore {
  return {
    async find(id) {
      const [row] = await query<RequestRow>({
        name: 'request_find',
        text: `${FIND} where r.id = $1`,
        values: [id],
      })
      return row && requestOf(row)
    },
    async findNewest(partnerId, partnerOrderId) {
      const [row] = await query<RequestRow>({
        name: 'request_find_newest',
        text: `
          ${FIND} where r.partner_id = $1 and r.partner_order_id = $2
          order by r.created_at desc, r.released, r.id limit 1`,
        values: [partnerId, partnerOrderId],
      })
      return row && requestOf(row)
    },
    async open(request) {
      const write = () =>
        query<{ id: string }>({ name: 'request_open', text: OPEN, values: valuesOf(request) })
      if ((await write()).length > 0) return 'opened'
      const { partnerId, partnerOrderId, createdAt } = request
      const isFree = await releaseId({ query }, { partnerId, partnerOrderId }, createdAt)
      if (isFree && (await write()).length > 0) return 'opened'
      return userOfId({ query }, { partnerId, partnerOrderId })
    },
    async cancel(id, at) {
      await query({
        name: 'request_cancel',
        text: `
          update widget_request r set canceled_at = $2
          where id = $1 and canceled_at is null and expires_at > $2 and not used
            and not exists (select from orders o where o.request_id = r.id)`,
        values: [id, at],
      })
    },
    async markOpened(id, at) {
      await query({
        name: 'request_mark_opened',
        text: 'update widget_request set opened_at = $2 where id = $1 and opened_at is null',
        values: [id, at],
      })
    },
    async saveDraft(id, draft, destination) {
      await query({
        name: 'request_save_draft',
        text: `
          update widget_request set draft = $2, draft_destination = coalesce($3::jsonb, draft_destination)
          where id = $1`,
        values: [id, JSON.stringify(draft), destination && JSON.stringify(destination)],
      })
    },
  }
}

const FIND = `
  select ${requestColumns('r')}, o.id as order_id from widget_request r left join orders o on o.request_id = r.id`

const OPEN = `
  with claim as (
    insert into partner_order_claim (partner_id, partner_order_id) values ($2, $3)
    on conflict do nothing returning 1
  )
  insert into widget_request (id, partner_id, partner_order_id, fields, created_at, expires_at)
  select $1, $2, $3, $4::jsonb, $5, $6 from claim returning id`

function valuesOf(request: WidgetRequest): readonly unknown[] {
  const { id, partnerId, partnerOrderId, fields, createdAt, expiresAt } = request
  return [id, partnerId, partnerOrderId, JSON.stringify(fields), createdAt, expiresAt]
}

function requestOf(row: RequestRow): WidgetRequest {
  return {
    id: row.id,
    partnerId: row.partner_id,
    partnerOrderId: row.partner_order_id,
    fields: row.fields,
    draft: row.draft,
    draftDestination: row.draft_destination,
    openedAt: row.opened_at,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    canceledAt: row.canceled_at,
    orderId: row.order_id,
  }
}
