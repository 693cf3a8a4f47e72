import { join } from 'node:path'
import type { Query } from './Database.ts'

/** The migrations that make the ledger in a program's schema, for `migrate`. */
export const ledgerMigrations = join(import.meta.dirname, 'ledger')

/** `pending` has what is promised but not final; `posted` has what has happened. */
export type Layer = 'pending' | 'posted'

/**
 * One line of a journal: units of an asset (minor units, never zero) on an account; positive for a debit, negative for
 * a credit.
 */
export type Posting = {
  readonly account: string
  readonly asset: string
  readonly layer: Layer
  readonly units: bigint
}

/**
 * Lines that are posted together and sum to zero for each asset and layer. The id makes the posting idempotent. A
 * journal that `resolves` an earlier hold reverses all pending lines of that hold by itself and may add posted lines;
 * without any it is a void.
 */
export type Journal = {
  readonly id: string
  readonly kind: string
  /** What the journal is about: an order's or a transaction's id. */
  readonly reference: string
  readonly resolves?: string
  readonly postings: readonly Posting[]
}

/** An account's balance in one asset and layer. */
export type Balance = Posting

/**
 * Journals as the first parameter of `post_journals(journals jsonb, at timestamptz)`, for use inside a larger
 * statement: `select post_journals($3::jsonb, $4) from guarded` posts for each row of `guarded`, so not at all when the
 * guard let nothing through. A CTE that only selects must be read by the main query, or PostgreSQL leaves it out.
 */
export function journalsParameter(journals: readonly Journal[]): string {
  return JSON.stringify(journals, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
}

/** Posts journals by a statement of their own; ids that are already there with the same content change nothing. */
export async function postJournals(query: Query, journals: readonly Journal[], at: Date): Promise<void> {
  await query({
    name: 'post_journals',
    text: 'select post_journals($1::jsonb, $2) as posted',
    values: [journalsParameter(journals), at],
  })
}

/**
 * Lets the rest of a transaction read all of the books, which may take minutes. Lines and accounts are joined as whole
 * tables, since the planner may still assume that a recently filled ledger is empty.
 */
export async function readWholeLedger(query: Query): Promise<void> {
  await query({
    name: 'read_whole_ledger',
    text: `select set_config('statement_timeout', '5min', true), set_config('enable_nestloop', 'off', true)`,
    values: [],
  })
}

/** Every account that is not at zero. */
export async function trialBalance(query: Query): Promise<Balance[]> {
  return query<Balance>({
    name: 'trial_balance',
    text: `
      select a.name as account, a.asset, p.layer, sum(p.units) as units
      from posting p join account a on a.id = p.account_id
      group by a.id, p.layer having sum(p.units) <> 0 order by a.name, a.asset, p.layer`,
    values: [],
  })
}

/** Assets and layers whose postings do not sum to zero: always none, or the books are broken. */
export async function imbalances(query: Query): Promise<{ asset: string; layer: Layer; units: bigint }[]> {
  return query<{ asset: string; layer: Layer; units: bigint }>({
    name: 'imbalances',
    text: `
      select a.asset, p.layer, sum(p.units) as units
      from posting p join account a on a.id = p.account_id
      group by a.asset, p.layer having sum(p.units) <> 0`,
    values: [],
  })
}

/** An account's balance of an asset in one layer; zero for an account without postings. */
export async function balanceOf(query: Query, account: string, asset: string, layer: Layer): Promise<bigint> {
  const [balance] = await query<{ units: bigint }>({
    name: 'balance_of',
    text: `
      select coalesce(sum(p.units), 0) as units
      from account a join posting p on p.account_id = a.id
      where a.name = $1 and a.asset = $2 and p.layer = $3`,
    values: [account, asset, layer],
  })
  return balance?.units ?? 0n
}
