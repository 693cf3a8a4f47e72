import type { Money } from '@cambio/wire/Money.ts'
import type { StoreDeps } from '../StoreDeps.ts'

/** What can be spent from an account: its balance in the books less the reserved amount. */
export type BalanceStore = {
  /** The balances in every currency that the account ever had, by code. */
  list(account: string): Promise<Money[]>
  /** The balance in one currency; zero if there never was any. */
  of(account: string, currency: string): Promise<Money>
}

export function balanceStore({ query }: StoreDeps): BalanceStore {
  const read = (account: string, currency: string | null) =>
    query<Money>({ name: 'balance_read', text: READ, values: [account, currency] })
  return {
    list: (account) => read(account, null),
    async of(account, currency) {
      const [balance] = await read(account, currency)
      return balance ?? { units: 0n, currency }
    },
  }
}

/**
 * Credits are negative in the books. Each account is summed separately: PostgreSQL might plan a join through the lines
 * of all accounts.
 */
const READ = `
  select asset as currency, coalesce((select -sum(units) from posting where account_id = account.id), 0) as units
  from account where name = $1 and ($2::text is null or asset = $2)
  order by asset`
