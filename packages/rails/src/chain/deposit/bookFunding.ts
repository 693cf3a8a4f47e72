import type { Query } from '@cambio/server/postgres/Database.ts'
import type { IncomingTransfer } from './StoredDeposit.ts'
import { addSwept } from './Swept.ts'

/**
 * Books coins that arrived at a deposit address as gas: the operator sends them to move the tokens there. `keepDeposit`
 * does not store these. A deposit is ignored here. The caller has locked the row of the watch.
 */
export async function bookFunding(
  write: { readonly query: Query; readonly at: Date },
  { address, entry, amount: { units, currency }, block }: IncomingTransfer,
): Promise<void> {
  if (block === null || (await isBooked(write.query, { address, entry }))) return
  const amount = { units: -units, currency }
  await addSwept(write, { address, amount, capitalUnits: -units, height: block.number, entry })
}

/** Whether a transfer is in the books already, as a deposit or as gas. */
async function isBooked(
  query: Query,
  { address, entry }: Pick<IncomingTransfer, 'address' | 'entry'>,
): Promise<boolean> {
  const rows = await query({
    name: 'chain_transfer_is_booked',
    text: `
      select from chain_deposit where id = $1 || ':' || $2
      union all
      select from chain_swept where address = $1 and entry = $2 and not is_taken_back`,
    values: [address, entry],
  })
  return rows.length > 0
}
