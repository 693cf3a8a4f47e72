import * as Currency from '@cambio/wire/Currency.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { BalanceEntry } from '@cambio/wire/partner/Balance.ts'
import type { Stores } from '../store/stores.ts'

/** An account's balances, by currency. */
export async function listBalances({ balances }: Pick<Stores, 'balances'>, account: string) {
  return (await balances.list(account)).map(entryOf)
}

/** An account's balance in one currency. @throws Refusal unknown_currency */
export async function oneBalance(
  { balances }: Pick<Stores, 'balances'>,
  account: string,
  { currency }: { readonly currency: string },
): Promise<BalanceEntry> {
  if (!Currency.find(currency))
    throw new Refusal('unknown_currency', 'There is no such currency: see /api/v2/public/currency')
  return entryOf(await balances.of(account, currency))
}

function entryOf(balance: Money.Money): BalanceEntry {
  return { amount: Money.format(balance), currency: balance.currency }
}
