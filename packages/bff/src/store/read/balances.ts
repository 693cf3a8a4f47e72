import { chart } from '@cambio/exchange/books/chart.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'

/** The balance of a partner or client in a currency, in its smallest units. */
export type AccountBalance = {
  readonly currency: string
  /** The total. */
  readonly posted: bigint
  /** The part that waits for a withdrawal's code. */
  readonly reserved: bigint
}

/** The accounts of the partners and clients with this name; only one partner's clients if a partner is given. */
export async function balanceOwners(
  query: Query,
  named: string,
  partnerId: string | null,
): Promise<string[]> {
  const found = await query<{ kind: 'partner' | 'client'; id: string }>({
    name: 'read_balance_owners',
    text: OWNERS,
    values: [named, partnerId],
  })
  return found.map(({ kind, id }) =>
    kind === 'partner' ? chart.partnerBalance(id) : chart.clientBalance(id),
  )
}

/** The balances of a partner or client, by currency. */
export function balancesOn(query: Query, account: string): Promise<AccountBalance[]> {
  return query<AccountBalance>({ name: 'read_balances', text: BALANCES, values: [account] })
}

const OWNERS = `
  select 'partner' as kind, id from partner where $2::text is null and (id = $1 or api_key = $1 or name = $1)
  union
  select 'client', c.id from client c left join client_account a on a.client_id = c.id
  where (c.id = $1 or c.email = lower($1) or a.external_id = $1) and ($2::text is null or c.partner_id = $2)`

/** Credits are negative in the books; reservations are positive, in the other layer. */
const BALANCES = `
  select a.asset as currency,
    coalesce(-sum(p.units) filter (where p.layer = 'posted'), 0) as posted,
    coalesce(sum(p.units) filter (where p.layer = 'pending'), 0) as reserved
  from account a left join posting p on p.account_id = a.id
  where a.name = $1 group by a.id order by a.asset`
