import type { Query } from '@cambio/server/postgres/Database.ts'
import { actStore } from '../acts.ts'
import { statusList } from '../statusList.ts'
import type { StoreDeps } from '../StoreDeps.ts'
import type { BookArchive } from './BookArchive.ts'
import type { SealRange } from './SealRange.ts'

/** The word that an archive is kept under among the operator's acts. */
export const ARCHIVE = 'partitions archive'

/** What an archive is known by. */
export type ArchiveRecord = {
  readonly table: string
  /** The rows are of a time before this. */
  readonly before: string
  readonly rows: number
  readonly sha256: string
  /** The columns in the order of the file. */
  readonly columns: readonly string[]
  /** Where the file was written. */
  readonly file: string
  /** The seals in it, of the chain of seals. */
  readonly seals?: SealRange | undefined
  /** What it took of the books, of their lines. */
  readonly books?: BookArchive | undefined
}

/** Keeps what an archive is known by, with who made it and why. */
export async function keepArchive(
  deps: Pick<StoreDeps, 'query' | 'random' | 'now'>,
  { actor, reason, ...detail }: ArchiveRecord & { readonly actor: string; readonly reason: string | null },
): Promise<void> {
  await actStore(deps).keep({ act: ARCHIVE, about: { is: 'exchange', detail }, actor, reason })
}

/** The archive of a file, by the file's SHA-256; undefined where none was kept with it. */
export async function archiveOf(
  query: Query,
  sha256: string,
): Promise<(ArchiveRecord & { readonly actor: string; readonly at: Date }) | undefined> {
  const [row] = await query<{ detail: ArchiveRecord; actor: string; at: Date }>({
    name: 'read_archive',
    text: "select detail, actor, at from operator_act where act = $1 and detail->>'sha256' = $2",
    values: [ARCHIVE, sha256],
  })
  return row && { ...row.detail, actor: row.actor, at: row.at }
}

/** Before which day, such as 2026-05-01, a table is archived; null where it has all since a time. */
export async function archivedBefore(query: Query, table: string, since: Date): Promise<string | null> {
  const [row] = await query<{ day: string | null }>({
    name: 'read_archived_before',
    text: `
      select to_char(max((detail->>'before')::timestamptz) at time zone 'UTC', 'YYYY-MM-DD') as day from operator_act
      where act = $1 and detail->>'table' = $2 and (detail->>'before')::timestamptz > $3`,
    values: [ARCHIVE, table, since],
  })
  return row?.day ?? null
}

/** An order that was placed before a time and has not ended, or that somebody has to see to; undefined where there is none. */
export async function openOrderBefore(query: Query, before: Date): Promise<string | undefined> {
  const [row] = await query<{ id: string }>({
    name: 'read_open_order_before',
    text: `
      select id from orders where created_at < $1
        and (due_at is not null or hold_reason is not null or status in (${statusList('unpaid', 'paid')}))
      order by created_at limit 1`,
    values: [before],
  })
  return row?.id
}
