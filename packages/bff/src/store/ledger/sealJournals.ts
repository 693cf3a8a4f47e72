import type { Query } from '@cambio/server/postgres/Database.ts'

/** Journals of the first statement: so few that a program that ends waits for tenths of a second at most. */
const FEWEST_AT_ONCE = 100
/** Journals of a statement at most. Many cost less each, but on a busy machine they would keep a program from ending. */
const MOST_AT_ONCE = 800
/** Where a statement took less than this, milliseconds, the next one seals twice as many. */
const QUICK_MS = 25

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
  let most = FEWEST_AT_ONCE
  for (;;) {
    if (ending?.aborted === true) return
    const began = performance.now()
    const [row] = await query<{ sealed: number }>({
      name: 'ledger_seal',
      text: 'select seal_journals($1, $2) as sealed',
      values: [now(), most],
    })
    if ((row?.sealed ?? 0) < most) return
    most = performance.now() - began < QUICK_MS ? Math.min(most * 2, MOST_AT_ONCE) : FEWEST_AT_ONCE
  }
}
