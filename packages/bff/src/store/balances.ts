import type { Money } from '@cambio/wire/Money.ts'
import type { StoreDeps } from './StoreDeps.ts'

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

/** Credits stand below zero in the books. */
const READ = `
  select a.asset as currency, coalesce(-sum(p.units), 0) as units
  from account a left join posting p on p.account_id = a.id
  where a.name = $1 and ($2::text is null or a.asset = $2)
  group by a.id order by a.asset`
