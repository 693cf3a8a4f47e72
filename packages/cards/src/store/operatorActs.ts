import type { Query } from '@cambio/server/postgres/Database.ts'

/** What one of the operator's people changed by a command, and why. */
export type OperatorAct = {
  readonly at: Date
  readonly actor: string
  /** The command. */
  readonly act: string
  /** What it was done to: a client_key, a trans_id, a notification's id, an address. */
  readonly about: string
  /** The command's other words. No command is ever given a secret. */
  readonly options: Readonly<Record<string, unknown>>
  readonly reason: string | null
}

/** Keeps an act for good. */
export async function keepAct(query: Query, act: OperatorAct): Promise<void> {
  await query({
    name: 'operator_act_keep',
    text: `insert into operator_act (at, actor, act, about, options, reason)
           values ($1, $2, $3, $4, $5, $6)`,
    values: [act.at, act.actor, act.act, act.about, JSON.stringify(act.options), act.reason],
  })
}

/** Which acts are listed: between two times, about one thing. Null leaves open. */
type Wanted = { readonly from: Date | null; readonly before: Date | null; readonly about: string | null }

/** Acts, the newest first. */
export async function listActs(
  query: Query,
  { from, before, about }: Wanted,
  limit: number,
): Promise<OperatorAct[]> {
  return query<OperatorAct>({
    name: 'operator_act_list',
    text: `select at, actor, act, about, options, reason from operator_act
           where ($1::timestamptz is null or at >= $1) and ($2::timestamptz is null or at < $2)
             and ($3::text is null or about = $3)
           order by seq desc limit $4`,
    values: [from, before, about, limit],
  })
}
