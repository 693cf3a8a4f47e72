import type { Query } from '@cambio/server/postgres/Database.ts'
import * as Money from '@cambio/wire/Money.ts'
import { mismatchedPayments } from '../../store/read/bank/mismatchedPayments.ts'

/** Warns of mismatched money that left under the ids of some payments: it may be the payments themselves. */
export async function mismatchWarnings(
  { query }: { readonly query: Query },
  ids: readonly string[],
): Promise<readonly string[]> {
  return (await mismatchedPayments(query, ids)).map(
    ({ id, ...amount }) =>
      `${Money.format(amount)} ${amount.currency} had left as ${id}: pay nothing more for it before your bank has found it.`,
  )
}
