import type { Query } from '@cambio/server/postgres/Database.ts'

/** One line on an account, in the smallest unit of its currency. */
export type AccountLine = {
  readonly journalId: string
  readonly line: number
  readonly at: Date
  readonly micros: bigint
  readonly kind: string
  /** The subject of the journal, such as an order's id. */
  readonly reference: string
  readonly currency: string
  /** Positive for a credit of the account. */
  readonly units: bigint
}

/** Which lines of an account to list; null means any. */
export type LineFilter = {
  readonly account: string
  readonly currency: string | null
  readonly from: Date | null
  readonly until: Date | null
  readonly after: Pick<AccountLine, 'micros' | 'journalId' | 'line'> | null
  readonly rows: number
}

/** The postings on an account, oldest first, without reservations. */
export function accountLines(query: Query, filter: LineFilter): Promise<AccountLine[]> {
  const { account, currency, from, until, after, rows } = filter
  const place = [after?.micros ?? null, after?.journalId ?? null, after?.line ?? null]
  return query<AccountLine>({
    name: 'read_account_lines',
    text: LINES,
    values: [account, currency, from, until, ...place, rows],
  })
}

/** An account's balances before a time, by currency. */
export function openingBalances(
  query: Query,
  { account, before }: { readonly account: string; readonly before: Date },
): Promise<{ currency: string; units: bigint }[]> {
  return query({ name: 'read_opening_balances', text: OPENING, values: [account, before] })
}

/** Credits are negative in the books. */
const LINES = `
  select p.journal_id as "journalId", p.line, j.posted_at as at,
    (extract(epoch from j.posted_at) * 1000000)::int8 as micros, j.kind, j.reference, a.asset as currency,
    -p.units as units
  from account a cross join lateral (
    select * from posting where account_id = a.id and layer = 'posted'
  ) p cross join lateral (select * from journal where id = p.journal_id limit 1) j
  where a.name = $1 and ($2::text is null or a.asset = $2)
    and ($3::timestamptz is null or j.posted_at >= $3) and ($4::timestamptz is null or j.posted_at < $4)
    and ($5::int8 is null or (j.posted_at, p.journal_id, p.line)
      > (to_timestamp(0) + $5::int8 * interval '1 microsecond', $6::text, $7::int4))
  order by j.posted_at, p.journal_id, p.line limit $8`

const OPENING = `
  select a.asset as currency, coalesce(-sum(p.units), 0) as units
  from account a cross join lateral (
    select * from posting where account_id = a.id and layer = 'posted'
  ) p cross join lateral (select posted_at from journal where id = p.journal_id limit 1) j
  where a.name = $1 and j.posted_at < $2 group by a.asset`
