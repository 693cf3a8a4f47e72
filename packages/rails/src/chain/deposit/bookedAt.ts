import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Address } from 'viem'

/** The balance of a deposit address by the books: what it received less what was swept, in the smallest units. */
export async function bookedAt(query: Query, address: Address, currency: string): Promise<bigint> {
  const [row] = await query<{ units: bigint }>({
    name: 'chain_sweep_booked',
    text: `
      select coalesce((select sum(units) from chain_deposit
          where address = $1 and currency = $2 and state = 'final'), 0)
        - coalesce((select sum(units) from chain_swept
          where address = $1 and currency = $2 and not is_taken_back), 0) as units`,
    values: [address, currency],
  })
  return row?.units ?? 0n
}
