import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Layer } from '@cambio/server/postgres/Ledger.ts'

/** The sums of all lines, by asset and layer. */
export function sumsOf(query: Query): Promise<{ asset: string; layer: Layer; units: bigint }[]> {
  return query({
    name: 'ledger_sums',
    text: `
      select a.asset, p.layer, sum(p.units) as units
      from posting p join account a on a.id = p.account_id group by a.asset, p.layer order by a.asset, p.layer`,
    values: [],
  })
}
