import { join } from 'node:path'
import type { Clock } from '../Clock.ts'
import type { Log } from '../log.ts'
import type { Database, Statement } from '../postgres/Database.ts'
import { PROCESS_LOCK } from '../postgres/LeaseSession.ts'
import { freeDue, type DueLoop } from './due.ts'

/** The migrations that make the table of processes in a program's schema, for `migrate`. */
export const processesMigrations = join(import.meta.dirname, '../postgres/processes')

export const LOOK_EVERY_MS = 500

/**
 * Finds ended processes by their released locks, and frees what they had leased. `resume` finds their other work; it
 * also runs at the first check, and at the first after the database was unavailable, to make up for missed ends.
 */
export function processes(
  deps: { database: Database; clock: Clock; log: Log },
  input: {
    loops: readonly Pick<DueLoop, 'table' | 'channel'>[]
    /** Makes due what only a request was working on; harmless where nothing is wrong. */
    resume: readonly ((now: Date) => Statement)[]
  },
): () => Promise<void> {
  const { database, clock, log } = deps
  const wakes = input.loops.map(({ channel }) => channel)
  let isFirst = true
  return async () => {
    const ended = await database
      .query<{ id: number }>({ name: 'process_ended', text: ENDED, values: [] })
      .catch((error: unknown) => {
        // The outcome of anything sent to the database meanwhile is unknown, as at a start.
        isFirst = true
        throw error
      })
    if (ended.length === 0 && !isFirst) return
    const now = clock.now()
    const ids = ended.map(({ id }) => id)
    for (const loop of input.loops) await database.query(freeDue(loop, ids, now))
    for (const statement of input.resume) await database.query(statement(now))
    isFirst = false
    await database.query({
      name: 'process_forget',
      text: 'delete from process where id = any($1)',
      values: [ids],
      wakes,
    })
    if (ids.length > 0) log.info('work of ended processes continues', { count: ids.length })
  }
}

const ENDED = `
  select id from process p
  where not exists (select from pg_locks l
    where l.locktype = 'advisory' and l.classid = ${PROCESS_LOCK} and l.objid = p.id::oid and l.objsubid = 2
      and l.database = (select oid from pg_database where datname = current_database()))`
