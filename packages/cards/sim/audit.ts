import type { Query } from '@cambio/server/postgres/Database.ts'
import { imbalances, trialBalance } from '@cambio/server/postgres/Ledger.ts'
import type { Transaction } from '../src/transaction/Transaction.ts'
import type { Effects } from './SimulatedBank.ts'

/** What must not be, by what it is; every list is empty after a sound run. */
export type Findings = {
  /** Orders whose money was held or taken more often, or for more, than they said. */
  readonly doubleCharges: readonly string[]
  /** Payments and operations that nobody has decided. */
  readonly unresolved: readonly string[]
  /** Payments whose state here is not what became of the money there. */
  readonly untrue: readonly string[]
  /** Books that do not add up, in themselves or with the payments. */
  readonly books: readonly string[]
}

type Row = {
  id: string
  order_id: string
  state: Transaction['state']
  captured: bigint
  refunding: bigint
  refunded: bigint
  units: bigint
}

/** Compares all that the platform believes with all that happened. */
export async function audit(query: Query, effects: ReadonlyMap<string, Effects>): Promise<Findings> {
  const rows = await query<Row>({
    name: 'audit_transactions',
    text: 'select id, order_id, state, captured, refunding, refunded, units from transaction order by order_id',
    values: [],
  })
  return {
    doubleCharges: [...twiceTaken(rows, effects)],
    unresolved: [...rows.flatMap(undecided), ...(await openOperations(query))],
    untrue: rows.flatMap((row) => untruth(row, effects.get(row.id))),
    books: await wrongBooks(query, rows),
  }
}

function* twiceTaken(rows: readonly Row[], effects: ReadonlyMap<string, Effects>): Iterable<string> {
  const holds = new Map<number, number>()
  for (const { order, holds: times } of effects.values()) holds.set(order, (holds.get(order) ?? 0) + times)
  for (const [order, times] of holds) if (times > 1) yield `order ${order} was held ${times} times`
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  for (const [id, { order, captures, captured, refunded }] of effects) {
    const most = rowOf.get(id)?.units ?? 0n
    if (captures > 1 || captured > most) yield `order ${order} was captured ${captures} times`
    if (refunded > captured) yield `order ${order} was given back more than it paid`
  }
}

function undecided({ order_id, state, refunding }: Row): string[] {
  const isOpen = ['authorising', 'challenged', 'capturing', 'reversing'].includes(state) || refunding !== 0n
  return isOpen ? [`order ${order_id} is ${state}`] : []
}

async function openOperations(query: Query): Promise<string[]> {
  const rows = await query<{ id: string; kind: string }>({
    name: 'audit_operations',
    text: `select id, kind from operation where state = 'open' order by id`,
    values: [],
  })
  return rows.map(({ id, kind }) => `the ${kind} ${id} has not ended`)
}

/** What must have happened to the money for a state to be true. */
function untruth(row: Row, effects: Effects | undefined): string[] {
  const there = effects?.state ?? 'declined'
  const truths: Partial<Record<Row['state'], readonly Effects['state'][]>> = {
    declined: ['declined', 'closed', 'released'],
    held: ['held'],
    reversed: ['released'],
    settled: ['captured'],
    refunded: ['captured'],
  }
  // A challenge that nobody closed and nobody answered holds nothing.
  const isIdle = row.state === 'declined' && there === 'challenged'
  const isTrue =
    (truths[row.state]?.includes(there) ?? false) || isIdle
      ? row.captured === (effects?.captured ?? 0n) && row.refunded === (effects?.refunded ?? 0n)
      : false
  const recorded = `${row.state} (${row.captured} taken, ${row.refunded} given back)`
  const happened = `${there} (${effects?.captured ?? 0n} taken, ${effects?.refunded ?? 0n} given back)`
  return isTrue ? [] : [`order ${row.order_id} is ${recorded} here and ${happened} there`]
}

async function wrongBooks(query: Query, rows: readonly Row[]): Promise<string[]> {
  const sums = await imbalances(query)
  const balances = await trialBalance(query)
  const receivable = (layer: 'pending' | 'posted') =>
    balances
      .filter(({ account, layer: its }) => account.startsWith('acquirer:') && its === layer)
      .reduce((sum, { units }) => sum + units, 0n)
  const held = rows.filter(({ state }) => state === 'held').reduce((sum, { units }) => sum + units, 0n)
  const taken = rows.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0n)
  return [
    ...sums.map(({ asset, layer, units }) => `${layer} ${asset} is off by ${units}`),
    ...(receivable('pending') === held ? [] : [`${receivable('pending')} is pending and ${held} is held`]),
    ...(receivable('posted') === taken ? [] : [`${receivable('posted')} is posted and ${taken} was taken`]),
  ]
}
