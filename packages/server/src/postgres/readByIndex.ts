import type { Query } from './Database.ts'

/**
 * Lets the rest of a transaction read a table whole only where no index answers. The planner may still believe that a
 * table is small which has grown to millions of rows, and would read them all.
 */
export async function readByIndex(query: Query): Promise<void> {
  await query({ name: 'read_by_index', text: `select set_config('enable_seqscan', 'off', true)`, values: [] })
}
