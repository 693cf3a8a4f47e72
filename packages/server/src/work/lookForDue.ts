import type { Clock } from '../Clock.ts'
import type { Database, Statement } from '../postgres/Database.ts'
import { leasable } from './due.ts'

/** A loop that sleeps until it is woken. */
type Sleeping = { readonly table: string; wake(): void }

const LOOK_EVERY_MS = 1_000

/**
 * Looks for due rows every second, for all loops of a program in one statement, and wakes those that have some: a loop
 * that polled by itself would send a statement a second while nothing happens. Where the look fails, or takes a second
 * because one table is locked, all loops are woken and look by themselves.
 */
export function lookForDue(
  { database, clock }: { database: Pick<Database, 'query'>; clock: Clock },
  loops: readonly Sleeping[],
): { start(): void; stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  const tables = loops.map(({ table }) => table)
  const wakeAll = () => loops.forEach((loop) => loop.wake())

  async function look(): Promise<void> {
    const due = await database.query<{ table: string }>(dueLook(tables, clock.now()))
    const found = new Set(due.map(({ table }) => table))
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

/** Names those of the tables that have a due row. The first one is read in the order of its index, as a lease does it. */
export function dueLook(tables: readonly string[], now: Date): Statement {
  const first = (table: string) =>
    `select '${table}' as "table" where (select due_at from ${table} where ${leasable('$1')} order by due_at limit 1) is not null`
  return { name: 'due_look', text: tables.map(first).join(' union all '), values: [now] }
}
