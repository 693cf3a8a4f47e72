import type { Query } from '@cambio/server/postgres/Database.ts'

/** How long the requests of partners are kept, milliseconds. */
export const REQUESTS_KEPT_MS = 7 * 24 * 60 * 60 * 1_000

/** A request of a partner's server, without its query and body. */
export type PartnerRequest = {
  readonly at: Date
  readonly method: string
  readonly path: string
  readonly status: number
  readonly durationMs: number
  readonly requestId: string
  /** The problem's code; null where there was none. */
  readonly code: string | null
}

/** The request with its partner, or with the API key that it named if it was refused. */
export type SentRequest = PartnerRequest & {
  readonly partnerId: string | null
  readonly apiKey: string | null
}

/**
 * Stores requests. Those with an unknown API key are left out, since no partner could read them. The latest is the first
 * that is written: the index by time has the times of each range of pages, and changes once for it and for no other.
 */
export async function keepRequests(query: Query, requests: readonly SentRequest[]): Promise<void> {
  const latestFirst = requests.toSorted((one, other) => other.at.getTime() - one.at.getTime())
  await query({ name: 'partner_request_keep', text: KEEP, values: [JSON.stringify(latestFirst)] })
}

const KEEP = `
  insert into partner_request (partner_id, at, method, path, status, duration_ms, request_id, code)
  select coalesce(g."partnerId", p.id), g.at, g.method, g.path, g.status, g."durationMs", g."requestId", g.code
  from jsonb_to_recordset($1::jsonb) as g ("partnerId" text, "apiKey" text, at timestamptz, method text, path text,
    status int4, "durationMs" int4, "requestId" text, code text)
  left join partner p on g."partnerId" is null and p.api_key = g."apiKey"
  where coalesce(g."partnerId", p.id) is not null`

/** Where a list of requests continues: the previous request. */
export type RequestPlace = { readonly micros: bigint; readonly id: string }

/** Which requests of a partner to list; null means any. */
export type RequestFilter = {
  readonly partnerId: string
  readonly isFailed: boolean
  readonly from: Date
  readonly until: Date | null
  readonly place: RequestPlace | null
  readonly rows: number
}

/** A request in a list, with its place. */
export type ListedRequest = PartnerRequest & { readonly place: RequestPlace }

type Row = PartnerRequest & { readonly id: bigint; readonly micros: bigint }

/** A partner's requests, newest first. */
export async function listRequests(query: Query, filter: RequestFilter): Promise<ListedRequest[]> {
  const { partnerId, isFailed, from, until, place, rows } = filter
  const found = await query<Row>({
    name: isFailed ? 'partner_request_failed' : 'partner_request_list',
    text: `
      select at, method, path, status, duration_ms as "durationMs", request_id as "requestId", code, id,
        (extract(epoch from at) * 1000000)::int8 as micros
      from partner_request
      where partner_id = $1 and at >= $2 and ($3::timestamptz is null or at < $3)
        ${isFailed ? 'and code is not null' : ''}
        and ($4::int8 is null or (at, id) < (to_timestamp(0) + $4::int8 * interval '1 microsecond', $5::int8))
      order by at desc, id desc limit $6`,
    values: [partnerId, from, until, place?.micros ?? null, place?.id ?? null, rows],
  })
  return found.map(({ id, micros, ...request }) => ({ ...request, place: { micros, id: String(id) } }))
}
