import type { Query } from '@cambio/server/postgres/Database.ts'
import * as Money from '@cambio/wire/Money.ts'

/** Warns of money that had left under the names of some payments, which may be the payments themselves. */
export async function leftUnfitAs(
  { query }: { query: Query },
  ids: readonly string[],
): Promise<readonly string[]> {
  const rows = await query<Money.Money & { id: string }>({
    name: 'cli_sepa_left_unfit',
    text: `
      select end_to_end_id as id, units, currency from bank_entry
      where outcome = 'by_hand' and side = 'debit' and end_to_end_id = any($1) order by 1, imported_at`,
    values: [ids],
  })
  return rows.map(
    ({ id, ...amount }) =>
      `${Money.format(amount)} ${amount.currency} had left as ${id}: pay nothing more for it before your bank says where that is.`,
  )
}
