import type { Snapshot } from '@cambio/exchange/catalogue/Catalogue.ts'
import { snapshotAt, textsAt } from '@cambio/exchange/catalogue/CatalogueChange.ts'
import type { CatalogueStore, Recorded } from '@cambio/exchange/catalogue/CatalogueStore.ts'
import type { PayoutRules } from '@cambio/exchange/catalogue/PayoutRules.ts'
import { payoutRulesIn } from '@cambio/exchange/catalogue/snapshotOf.ts'
import type { Mode } from '@cambio/exchange/payout/destination.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { StoreDeps } from './StoreDeps.ts'

/** The channel on which every process is notified that the catalogue has changed. */
export const CATALOGUE_CHANNEL = 'catalogue_changed'

type ChangeRow = {
  readonly id: bigint
  readonly partner_id: string | null
  readonly name: string
  readonly value: string | null
  readonly value_before: string
  readonly effective_at: Date
  readonly made_by: string
  readonly made_at: Date
  readonly reason: string | null
}

/** The catalogue's history, kept in PostgreSQL. */
export function catalogueStore({ transaction }: Pick<StoreDeps, 'transaction'>): CatalogueStore {
  return {
    lock: (work) =>
      transaction(async (query) => {
        await query({ name: 'catalogue_hold', text: LOCK, values: [] })
        return work({ changes: () => readChanges(query) })
      }),
  }
}

/** Every change, in the order of taking effect; of two at the same time, the one written later comes later. */
export async function readChanges(query: Query): Promise<Recorded[]> {
  const rows = await query<ChangeRow>({
    name: 'catalogue_changes',
    text: 'select id, partner_id, name, value, value_before, effective_at, made_by, made_at, reason from catalogue_change order by effective_at, id',
    values: [],
  })
  return rows.map((row) => ({
    partnerId: row.partner_id,
    name: row.name,
    value: row.value,
    valueBefore: row.value_before,
    effectiveAt: row.effective_at,
    madeBy: row.made_by,
    madeAt: row.made_at,
    reason: row.reason,
  }))
}

/** The last written change, zero if there is none, with the partners that identify their own clients. */
export async function lastState(query: Query): Promise<{ last: bigint; identifying: readonly string[] }> {
  const [row] = await query<{ last: bigint; identifying: string[] }>({
    name: 'catalogue_last',
    text: `
      select coalesce(max(id), 0) as last,
        array(select p.id from partner p where p.identifies_clients order by p.id) as identifying
      from catalogue_change`,
    values: [],
  })
  return row ?? { last: 0n, identifying: [] }
}

/** The catalogue at a time, with the partners that identify their own clients now. */
export async function readSnapshot(query: Query, { at, mode }: { at: Date; mode: Mode }): Promise<Snapshot> {
  const { identifying } = await lastState(query)
  return withIdentifying(snapshotAt(await readChanges(query), at, mode), identifying)
}

/** Whether coins and money may leave at a time, and how much of it. */
export async function readPayoutRules(query: Query, at: Date): Promise<PayoutRules> {
  return payoutRulesIn(textsAt(await readChanges(query), at).general)
}

/** A snapshot in which these partners identify their own clients; in a sandbox nobody has to. */
export function withIdentifying(snapshot: Snapshot, partnerIds: readonly string[]): Snapshot {
  return snapshot.identifying === 'any' ? snapshot : { ...snapshot, identifying: new Set(partnerIds) }
}

/** Serialises changes, so that no two contradicting ones are written. */
const LOCK = `select pg_advisory_xact_lock(hashtextextended('catalogue', 0))`

const RECORD = `
  insert into catalogue_change (partner_id, name, value, value_before, effective_at, made_by, made_at, reason)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`

/** Delivered when the transaction is committed, even if the process ends right after. */
const TELL = `select pg_notify('${CATALOGUE_CHANNEL}', '')`

/** Adds changes to the history, inside a transaction, and notifies every process. */
export async function recordChanges(query: Query, changes: readonly Recorded[]): Promise<void> {
  for (const { partnerId, name, value, valueBefore, effectiveAt, madeBy, madeAt, reason } of changes)
    await query({
      name: 'catalogue_record',
      text: RECORD,
      values: [partnerId, name, value, valueBefore, effectiveAt, madeBy, madeAt, reason],
    })
  await query({ name: 'catalogue_tell', text: TELL, values: [] })
}
