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

/** The most requests in one row. A list reads at least as many rows as it shows requests. */
const MOST_IN_ROW = 20
/** How far apart the requests of one row are at most, milliseconds. A list also reads the rows of this time before it. */
const ROW_SPAN_MS = 1_000

/**
 * A request as a row stores those before its own: milliseconds before it, method, path, status, duration in milliseconds,
 * request id.
 */
type Earlier = readonly [
  msBefore: number,
  method: string,
  path: string,
  status: number,
  durationMs: number,
  requestId: string,
]

/** A row: its latest request, and the earlier ones that it stores with it, latest first. */
type RequestsRow = SentRequest & { earlier: Earlier[] | null }

/**
 * Stores requests. Those with an unknown API key are left out, since no partner could read them. The latest is the first
 * that is written: the index by time has the times of each range of pages, and changes once for it and for no other.
 */
export async function keepRequests(query: Query, requests: readonly SentRequest[]): Promise<void> {
  await query({ name: 'partner_request_keep', text: KEEP, values: [JSON.stringify(rowsOf(requests))] })
}

/**
 * Rows for requests, latest first. Requests of one partner that were answered share rows, since a row of its own costs
 * each several times as much; a refused one is found by its row.
 */
function rowsOf(requests: readonly SentRequest[]): RequestsRow[] {
  const rows: RequestsRow[] = []
  const open = new Map<string, RequestsRow>()
  for (const request of requests.toSorted((one, other) => other.at.getTime() - one.at.getTime())) {
    const { partnerId, code } = request
    const row = partnerId === null || code !== null ? undefined : open.get(partnerId)
    if (row !== undefined && addEarlier(row, request)) continue
    const fresh = { ...request, earlier: null }
    rows.push(fresh)
    if (partnerId !== null && code === null) open.set(partnerId, fresh)
  }
  return rows
}

/** Adds a request to a row; false if the row is full, or too late for it. */
function addEarlier(row: RequestsRow, request: PartnerRequest): boolean {
  const { at, method, path, status, durationMs, requestId } = request
  const msBefore = row.at.getTime() - at.getTime()
  if (msBefore > ROW_SPAN_MS || (row.earlier?.length ?? 0) + 1 >= MOST_IN_ROW) return false
  row.earlier ??= []
  row.earlier.push([msBefore, method, path, status, durationMs, requestId])
  return true
}

const KEEP = `
  insert into partner_request (partner_id, at, method, path, status, duration_ms, request_id, code, earlier)
  select coalesce(g."partnerId", p.id), g.at, g.method, g.path, g.status, g."durationMs", g."requestId", g.code, g.earlier
  from jsonb_to_recordset($1::jsonb) as g ("partnerId" text, "apiKey" text, at timestamptz, method text, path text,
    status int4, "durationMs" int4, "requestId" text, code text, earlier jsonb)
  left join partner p on g."partnerId" is null and p.api_key = g."apiKey"
  where coalesce(g."partnerId", p.id) is not null`

/** Where a list of requests continues: the previous request's time, its row, and its number in the row. */
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

type Row = PartnerRequest & {
  readonly id: bigint
  readonly micros: bigint
  readonly earlier: readonly Earlier[] | null
}

/** A partner's requests, newest first. */
export async function listRequests(query: Query, filter: RequestFilter): Promise<ListedRequest[]> {
  const { partnerId, isFailed, from, until, place, rows } = filter
  const before = place ?? (until && { micros: BigInt(until.getTime()) * 1_000n, id: '0' })
  const found = await query<Row>({
    name: isFailed ? 'partner_request_failed' : 'partner_request_list',
    text: isFailed ? FAILED : LIST,
    values: [partnerId, from, before?.micros ?? null, before && rowOf(before), rows],
  })
  return found
    .flatMap(requestsIn)
    .filter((request) => request.at >= from && (before === null || isBefore(request.place, before)))
    .toSorted((one, other) => (isBefore(one.place, other.place) ? 1 : -1))
    .slice(0, rows)
}

/** The requests of a row, latest first. */
function requestsIn({ id, micros, earlier, ...latest }: Row): ListedRequest[] {
  const others = (earlier ?? []).map(
    ([msBefore, method, path, status, durationMs, requestId], at): ListedRequest => ({
      at: new Date(latest.at.getTime() - msBefore),
      method,
      path,
      status,
      durationMs,
      requestId,
      code: null,
      place: { micros: micros - BigInt(msBefore) * 1_000n, id: `${id}.${at + 1}` },
    }),
  )
  return [{ ...latest, place: { micros, id: String(id) } }, ...others]
}

/** Whether a request is listed after another: it is earlier, or of the same time and in a former row or further back in its own. */
function isBefore(one: RequestPlace, other: RequestPlace): boolean {
  if (one.micros !== other.micros) return one.micros < other.micros
  const [row, otherRow] = [BigInt(rowOf(one)), BigInt(rowOf(other))]
  return row === otherRow ? numberOf(one) > numberOf(other) : row < otherRow
}

function rowOf({ id }: RequestPlace): string {
  return id.split('.')[0] ?? id
}

function numberOf({ id }: RequestPlace): number {
  return Number(id.split('.')[1] ?? 0)
}

const LISTED = `
  select at, method, path, status, duration_ms as "durationMs", request_id as "requestId", code, earlier, id,
    (extract(epoch from at) * 1000000)::int8 as micros
  from partner_request
  where partner_id = $1 and at >= $2`

/** The time in a parameter, in microseconds since 1970. */
const BORDER = `to_timestamp(0) + $3::int8 * interval '1 microsecond'`

const LATEST = `at <= coalesce(${BORDER}, 'infinity')
  and ($3::int8 is null or (at, id) < (${BORDER}, $4::int8)) order by at desc, id desc limit $5`

/** A refused request has a row of its own. */
const FAILED = `${LISTED} and code is not null and ${LATEST}`

/** The latest rows before a place, and those from there on that may store requests of before it. */
const LIST = `
  (${LISTED} and ${LATEST})
  union all
  (${LISTED} and (at, id) >= (${BORDER}, $4::int8)
    and at <= ${BORDER} + interval '${ROW_SPAN_MS} milliseconds' and earlier is not null)`
