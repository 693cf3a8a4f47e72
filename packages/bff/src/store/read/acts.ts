import type { Query } from '@cambio/server/postgres/Database.ts'

/** An act of an operator about anything. */
export type ListedAct = {
  readonly at: Date
  readonly actor: string
  readonly act: string
  /** The order, bank line or partner that it was about; null for anything else. */
  readonly about: string | null
  /** Stored details; null for none. */
  readonly detail: unknown
  /** Null where no reason was given. */
  readonly reason: string | null
}

/** Which acts to list; an `actor` of null is anyone. */
type Wanted = { readonly since: Date; readonly actor: string | null; readonly rows: number }

/** The acts of operators, newest first, including changes of the catalogue. */
export function listActs(query: Query, { since, actor, rows }: Wanted): Promise<ListedAct[]> {
  return query<ListedAct>({ name: 'read_acts', text: ACTS, values: [since, actor, rows] })
}

/** The newest acts of one table, at most as many as the whole list may have. */
function newest(columns: string, from: string, [at, actor]: readonly [at: string, actor: string]): string {
  return `(select ${columns} from ${from}
    where ${at} >= $1 and ($2::text is null or ${actor} = $2) order by ${at} desc, id limit $3)`
}

const ACTS = `
  select at, actor, act, about, detail, reason from (
    ${newest('id, at, actor, act, order_id as about, null::jsonb as detail, reason', 'order_act', ['at', 'actor'])}
    union all ${newest('id, at, actor, act, owed, null, reason', 'owed_act', ['at', 'actor'])}
    union all ${newest('a.id, a.at, a.actor, a.act, p.name, a.detail, a.reason', 'partner_act a join partner p on p.id = a.partner_id', ['a.at', 'a.actor'])}
    union all ${newest('id, at, actor, act, null, detail, reason', 'operator_act', ['at', 'actor'])}
    union all ${newest("id::text, made_at, made_by, 'set', partner_id, jsonb_build_object('name', name, 'value', value, 'before', value_before), reason", 'catalogue_change', ['made_at', 'made_by'])}
  ) acts order by at desc, id limit $3`
