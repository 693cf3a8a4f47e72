import type { Database, Query } from '../../src/postgres/Database.ts'

/** How often each statement ran, and for how long together, milliseconds. */
export type Times = Map<string, { calls: number; totalMs: number }>

/** A database that notes how long its statements take, as their caller sees it. */
export function timeStatements(database: Database, times: () => Times): Database {
  const timing =
    (query: Query): Query =>
    async (sql) => {
      const startedAt = performance.now()
      const rows = await query(sql)
      const so = times().get(sql.name) ?? { calls: 0, totalMs: 0 }
      const totalMs = so.totalMs + performance.now() - startedAt
      times().set(sql.name, { calls: so.calls + 1, totalMs })
      return rows as never
    }
  return {
    ...database,
    query: timing((sql) => database.query(sql)),
    transaction: (work) => database.transaction((query) => work(timing(query))),
  }
}

/** The statements that take longest each time, as lines, beside what they took before. */
export function slowest({ before, after, count }: { before: Times; after: Times; count: number }): string[] {
  const mean = (times: Times, name: string) => {
    const { calls, totalMs } = times.get(name) ?? { calls: 0, totalMs: Number.NaN }
    return totalMs / calls
  }
  return [...after]
    .toSorted(([one], [other]) => mean(after, other) - mean(after, one))
    .slice(0, count)
    .map(
      ([name, { calls }]) =>
        `${name.padEnd(36)} ${String(calls).padStart(6)} times` +
        ` ${mean(after, name).toFixed(2).padStart(8)} ms each, before the rows ${mean(before, name).toFixed(2)}`,
    )
}
