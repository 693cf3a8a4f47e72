import { chart } from '@cambio/exchange/books/chart.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { readWholeLedger, type Balance } from '@cambio/server/postgres/Ledger.ts'
import type { StoreDeps } from '../StoreDeps.ts'

/** Accounts that exist once for each order, payment, client or partner. A cell reports the sum of each kind. */
const kinds = [
  [chart.order(''), 'orders'],
  [chart.owed(''), 'owed'],
  [chart.leaving(''), 'leaving'],
  [chart.clientBalance(''), 'balances of clients'],
  [chart.partnerBalance(''), 'balances of partners'],
] as const

/** A cell's house accounts, and the sum of each other kind of account: those that are not at zero. */
export function cellBooks(deps: Pick<StoreDeps, 'transaction'>): Promise<Balance[]> {
  return deps.transaction(async (query) => {
    await readWholeLedger(query)
    return sumsByKind(query)
  })
}

function sumsByKind(query: Query): Promise<Balance[]> {
  const name = kinds.map(([prefix, kind]) => `when starts_with(a.name, '${prefix}') then '${kind}'`).join(' ')
  return query<Balance>({
    name: 'read_cell_books',
    text: `
      select case ${name} else a.name end as account, a.asset, p.layer, sum(p.units) as units
      from posting p join account a on a.id = p.account_id
      group by 1, a.asset, p.layer having sum(p.units) <> 0 order by 1, a.asset, p.layer`,
    values: [],
  })
}
