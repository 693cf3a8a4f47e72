import type { Query } from '@cambio/server/postgres/Database.ts'

/** Few enough for one statement to be done in much less than a second. */
const MOST_AT_ONCE = 1_000

/** Seals every journal that was written before this call, so that an alteration from now on is found. */
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
