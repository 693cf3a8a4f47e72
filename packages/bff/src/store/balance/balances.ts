import type { Money } from '@cambio/wire/Money.ts'
import type { StoreDeps } from '../StoreDeps.ts'

/** What may be spent from an account: its balance in the books without what is reserved. */
export type BalanceStore = {
  /** Of every currency that the account ever had any of, by its code. */
  list(account: string): Promise<Money[]>
  /** Of one currency; nothing where there never was any. */
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
 * Credits stand below zero in the books. Each account is summed by itself: a join may be planned through the lines of all
 * accounts.
 */
const READ = `
  select asset as currency, coalesce((select -sum(units) from posting where account_id = account.id), 0) as units
  from account where name = $1 and ($2::text is null or asset = $2)
  order by asset`
