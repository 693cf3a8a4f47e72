import type { Query } from '@cambio/server/postgres/Database.ts'

/** An act of an operator, whatever it was about. */
export type ListedAct = {
  readonly at: Date
  readonly actor: string
  readonly act: string
  /** What it was about, by the name that people know: an order's id, a bank's line, a partner; null for the whole exchange. */
  readonly about: string | null
  /** Null where none was given. */
  readonly reason: string | null
}

/** The acts of operators since a time, newest first: also the changes of the catalogue, whose history is their own. */
export function listActs(
  query: Query,
  { since, actor, rows }: { readonly since: Date; readonly actor: string | null; readonly rows: number },
): Promise<ListedAct[]> {
  return query<ListedAct>({ name: 'read_acts', text: ACTS, values: [since, actor, rows] })
}

const ACTS = `
  select at, actor, act, about, reason from (
    select id, at, actor, act, order_id as about, reason from order_act
    union all select id, at, actor, act, owed, reason from owed_act
    union all select a.id, a.at, a.actor, a.act, p.name, a.reason from partner_act a join partner p on p.id = a.partner_id
    union all select id, at, actor, act, null, reason from operator_act
    union all select id::text, made_at, made_by, 'set ' || name || ' ' || coalesce(value, 'default'), partner_id, reason
      from catalogue_change
  ) acts
  where at >= $1 and ($2::text is null or actor = $2) order by at desc, id limit $3`
