import { dueUnlessWoken, type DueTable } from '@cambio/server/work/due.ts'
import type { StoreDeps } from '../StoreDeps.ts'

/** The single row by which processes agree which of them publishes. */
export const duePublisher: DueTable & { channel: string } = {
  table: 'event_publisher',
  key: 'name',
  channel: 'publisher_due',
}

/** A partner whose feed has unpublished events. */
export type Unpublished = {
  readonly partnerId: string
  /** The last event that is published; 0: none. */
  readonly published: number
  /** The last event that had a number by then. */
  readonly numbered: number
}

/** How much of the feeds is not published. */
export type PublicationLag = { readonly events: bigint; readonly oldestAt: Date | null }

export type EventPublications = {
  /**
   * Some partners with unpublished events, chosen at random, so that one whose events are refused does not block others
   * for long.
   */
  behind(range: { since: Date; limit: number }): Promise<readonly Unpublished[]>
  /** Keeps up to which event a partner's feed is published. */
  advance(partnerId: string, published: number): Promise<void>
  lag(since: Date): Promise<PublicationLag>
  /** Pauses the publisher until then after a failure, and stores how often it has failed in a row. */
  putOff(publisher: { id: string; attempts: number }, until: Date): Promise<void>
}

export function eventPublications({ query }: Pick<StoreDeps, 'query'>): EventPublications {
  return {
    async behind({ since, limit }) {
      const rows = await query<{ id: string; published: bigint; last_event: bigint }>({
        name: 'publication_behind',
        text: BEHIND,
        values: [since, limit],
      })
      return rows.map(({ id, published, last_event: numbered }) => ({
        partnerId: id,
        published: Number(published),
        numbered: Number(numbered),
      }))
    },
    async advance(partnerId, published) {
      await query({ name: 'publication_advance', text: ADVANCE, values: [partnerId, published] })
    },
    async lag(since) {
      const [row] = await query<{ events: bigint; oldest_at: Date | null }>({
        name: 'publication_lag',
        text: LAG,
        values: [since],
      })
      return { events: row?.events ?? 0n, oldestAt: row?.oldest_at ?? null }
    },
    async putOff({ id, attempts }, until) {
      await query({
        name: 'publication_put_off',
        text: `
          update event_publisher set due_at = ${dueUnlessWoken('$3')}, lease_until = null
          where name = $1 and due_attempts = $2 and lease_until is not null`,
        values: [id, attempts, until],
      })
    },
  }
}

/** Events without a number are found in the index of those, partner by partner. */
const BEHIND = `
  select p.id, coalesce(e.published, 0) as published, p.last_event
  from partner p left join event_publication e on e.partner_id = p.id
  where p.last_event > coalesce(e.published, 0)
    or exists (select from callback c where c.partner_id = p.id and c.event is null and c.created_at >= $1)
    or p.id in (
      select o.partner_id from withdrawal_code w join orders o on o.id = w.order_id
      where w.event is null and w.expires_at >= $1 and o.created_at >= $1
    )
  order by random() limit $2`

const ADVANCE = `
  insert into event_publication as e (partner_id, published) values ($1, $2)
  on conflict (partner_id) do update set published = greatest(e.published, excluded.published)`

/**
 * The most events without a number that are counted for a partner: an exact count of more would be slow and no more
 * useful.
 */
const MOST_COUNTED = 10_000

const LAG = `
  select coalesce(sum(p.last_event - coalesce(e.published, 0) + unnumbered.events), 0)::int8 as events,
    min(least(unnumbered.oldest_at, numbered.oldest_at)) as oldest_at
  from partner p left join event_publication e on e.partner_id = p.id
  cross join lateral (
    select count(*) as events, min(created_at) as oldest_at from (
      select created_at from callback c
      where c.partner_id = p.id and c.event is null and c.created_at >= $1
      order by created_at limit ${MOST_COUNTED}
    ) oldest
  ) unnumbered
  left join lateral (
    select created_at as oldest_at from callback c
    where c.partner_id = p.id and c.event > coalesce(e.published, 0) and c.created_at >= $1 and c.body is not null
    order by c.event limit 1
  ) numbered on true`
