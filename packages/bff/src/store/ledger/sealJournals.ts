import type { Query } from '@cambio/server/postgres/Database.ts'

/** Journals per statement: so few that a program that ends waits for tenths of a second at most, however busy its machine is. */
const MOST_AT_ONCE = 100

/**
 * Seals all journals written so far, a batch by each statement, or stops between two batches when the program ends: the
 * next turn of any process continues there. `ledger verify` finds any later alteration of them.
 */
export async function sealJournals({
  query,
  now,
  ending,
}: {
  query: Query
  now: () => Date
  ending?: AbortSignal | undefined
}): Promise<void> {
  for (let sealed = MOST_AT_ONCE; sealed === MOST_AT_ONCE;) {
    if (ending?.aborted === true) return
    const [row] = await query<{ sealed: number }>({
      name: 'ledger_seal',
      text: 'select seal_journals($1, $2) as sealed',
      values: [now(), MOST_AT_ONCE],
    })
    sealed = row?.sealed ?? 0
  }
}
