import type { Query } from '@cambio/server/postgres/Database.ts'
import type * as Money from '@cambio/wire/Money.ts'

/** The mismatched lines that left under the ids of some payments: they may be the payments themselves. */
export function mismatchedPayments(
  query: Query,
  ids: readonly string[],
): Promise<(Money.Money & { readonly id: string })[]> {
  return query<Money.Money & { readonly id: string }>({
    name: 'read_left_unfit',
    text: `
      select end_to_end_id as id, units, currency from bank_entry
      where outcome = 'by_hand' and side = 'debit' and end_to_end_id = any($1) order by 1, imported_at, reference`,
    values: [ids],
  })
}
