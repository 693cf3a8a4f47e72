import { createHash } from 'node:crypto'
import type { Clock } from '../Clock.ts'
import type { Database, Statement } from '../postgres/Database.ts'
import { leasable, type DueTable } from './due.ts'

/** A loop that sleeps until it is woken. */
type Sleeping = { readonly table: string; wake(): void }

type Deps = { readonly database: Pick<Database, 'query'>; readonly clock: Clock }

const LOOK_EVERY_MS = 1_000

/**
 * Looks for due rows every second, for all loops of a program in one statement, and wakes those that have some: a loop
 * that polled by itself would send a statement a second while nothing happens. Where the look fails, or takes a second
 * because one table is locked, all loops are woken and look by themselves.
 */
export function lookForDue(
  { database, clock }: Deps,
  loops: readonly Sleeping[],
): { start(): void; stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  const wakeAll = () => loops.forEach((loop) => loop.wake())

  async function look(): Promise<void> {
    const found = await dueAmong({ database, clock }, loops)
    for (const loop of loops) if (found.has(loop.table)) loop.wake()
  }

  function turn(): void {
    if (looking !== undefined) wakeAll()
    looking ??= look()
      .catch(wakeAll)
      .finally(() => {
        looking = undefined
      })
  }

  return {
    start() {
      if (loops.length > 0) timer = setInterval(turn, LOOK_EVERY_MS).unref()
    },
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}

/** The tables of these loops that have a due row now, by one statement. */
export async function dueAmong(
  { database, clock }: Deps,
  loops: readonly Pick<DueTable, 'table'>[],
): Promise<ReadonlySet<string>> {
  if (loops.length === 0) return new Set()
  const tables = loops.map(({ table }) => table)
  const due = await database.query<{ table: string }>(dueLook(tables, clock.now()))
  return new Set(due.map(({ table }) => table))
}

/** Names those of the tables that have a due row. The first one is read in the order of its index, as a lease does it. */
export function dueLook(tables: readonly string[], now: Date): Statement {
  const first = (table: string) =>
    `select '${table}' as "table" where (select due_at from ${table} where ${leasable('$1')} order by due_at limit 1) is not null`
  // One session may look for several programs, of other tables each.
  const key = createHash('sha256').update(tables.join()).digest('hex').slice(0, 12)
  return { name: `due_look_${key}`, text: tables.map(first).join(' union all '), values: [now] }
}
