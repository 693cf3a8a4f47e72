import type { Query } from '@cambio/server/postgres/Database.ts'

/** An act of an operator, whatever it was about. */
export type ListedAct = {
  readonly at: Date
  readonly actor: string
  readonly act: string
  /** The order, the bank's line or the partner that it was about; null where it was about none of them. */
  readonly about: string | null
  /** What else is kept of it; null for nothing. */
  readonly detail: unknown
  /** Null where none was given. */
  readonly reason: string | null
}

/** Which acts: by everybody where `actor` is null. */
type Wanted = { readonly since: Date; readonly actor: string | null; readonly rows: number }

/** The acts of operators, newest first, changes of the catalogue among them. */
export function listActs(query: Query, { since, actor, rows }: Wanted): Promise<ListedAct[]> {
  return query<ListedAct>({ name: 'read_acts', text: ACTS, values: [since, actor, rows] })
}

/** What a table of acts gives to the list: as many of its newest as the list may have. */
function newest(columns: string, from: string, [at, actor]: readonly [at: string, actor: string]): string {
  return `(select ${columns} from ${from}
    where ${at} >= $1 and ($2::text is null or ${actor} = $2) order by ${at} desc limit $3)`
}

const ACTS = `
  select at, actor, act, about, detail, reason from (
    ${newest('id, at, actor, act, order_id as about, null::jsonb as detail, reason', 'order_act', ['at', 'actor'])}
    union all ${newest('id, at, actor, act, owed, null, reason', 'owed_act', ['at', 'actor'])}
    union all ${newest('a.id, a.at, a.actor, a.act, p.name, a.detail, a.reason', 'partner_act a join partner p on p.id = a.partner_id', ['a.at', 'a.actor'])}
    union all ${newest('id, at, actor, act, null, detail, reason', 'operator_act', ['at', 'actor'])}
    union all ${newest("id::text, made_at, made_by, 'set', partner_id, jsonb_build_object('name', name, 'value', value, 'before', value_before), reason", 'catalogue_change', ['made_at', 'made_by'])}
  ) acts order by at desc, id limit $3`
