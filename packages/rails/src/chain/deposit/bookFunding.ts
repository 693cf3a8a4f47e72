import type { Query } from '@cambio/server/postgres/Database.ts'
import type { IncomingTransfer } from './KeptDeposit.ts'
import { addSwept, isFundingBooked } from './Swept.ts'

/**
 * Books coins that came to a deposit address from a wallet of the operator's, which pay for moving what is there. They
 * are no order's; what comes from anybody else is a deposit and is nothing here. To be called under the watch's lock.
 */
export async function bookFunding(
  write: { readonly query: Query; readonly at: Date },
  chainId: number,
  { address, entry, sender, amount: { units, currency }, block }: IncomingTransfer,
): Promise<void> {
  if (block === null || !(await isOperators(write.query, chainId, sender))) return
  if (await isFundingBooked(write.query, { address, entry })) return
  const amount = { units: -units, currency }
  await addSwept(write, { address, amount, capitalUnits: -units, height: block.number, entry })
}

async function isOperators(query: Query, chainId: number, sender: string): Promise<boolean> {
  const rows = await query({
    name: 'chain_operator_wallet_is',
    text: 'select address from chain_operator_wallet where chain_id = $1 and address = lower($2)',
    values: [chainId, sender],
  })
  return rows.length > 0
}
