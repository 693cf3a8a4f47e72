import type { Query } from './Database.ts'

/**
 * Lets the rest of a transaction scan a table only where no index can be used. The planner may still assume that a
 * table is small although it has grown to millions of rows, and would scan them all. What cannot do without a scan is not
 * compiled: `openDatabase` says why.
 */
export async function readByIndex(query: Query): Promise<void> {
  await query({
    name: 'read_by_index',
    text: `select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`,
    values: [],
  })
}
