import type { Query } from '@cambio/server/postgres/Database.ts'

/** Journals per statement: few enough that it runs well below a second. */
const MOST_AT_ONCE = 1_000

/** Seals all journals written so far. `ledger verify` finds any later alteration of them. */
export async function sealJournals({ query, now }: { query: Query; now: () => Date }): Promise<void> {
  for (let sealed = MOST_AT_ONCE; sealed > 0;) {
    const [row] = await query<{ sealed: number }>({
      name: 'ledger_seal',
      text: 'select seal_journals($1, $2) as sealed',
      values: [now(), MOST_AT_ONCE],
    })
    sealed = row?.sealed ?? 0
  }
}
