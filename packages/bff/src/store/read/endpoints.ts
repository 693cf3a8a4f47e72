import type { Endpoint } from '@cambio/exchange/operator/endpoint/EndpointWrites.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { MAIN_ENDPOINT } from '@cambio/wire/partner/CallbackEndpoint.ts'

/** The endpoints of a partner's callbacks: the main one first, then the others by age. */
export function partnerEndpoints(query: Query, partnerId: string, at: Date): Promise<Endpoint[]> {
  return query<Endpoint>({ name: 'read_endpoints', text: ENDPOINTS, values: [partnerId, at, MAIN_ENDPOINT] })
}

const ENDPOINTS = `
  select id, url, description, events, "offAt", "codesUrl", "formerSecretUntil", "createdAt" from (
    select 0 as place, $3::text as id, callback_url as url, null as description,
      case when attempt_callbacks then callback_events || '{attempt_declined}' else callback_events end as events,
      callbacks_off_at as "offAt", case when code_url_held then code_url else callback_url end as "codesUrl",
      case when former_callback_secret_until > $2 then former_callback_secret_until end as "formerSecretUntil",
      created_at as "createdAt"
    from partner where id = $1
    union all
    select 1, id, url, description, events, off_at, null,
      case when former_secret_until > $2 then former_secret_until end, created_at
    from callback_endpoint where partner_id = $1
  ) endpoint order by place, "createdAt", id`
