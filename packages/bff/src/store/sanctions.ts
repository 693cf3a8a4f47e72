import type { ImportedSanctions } from '@cambio/exchange/operator/sanctions/refreshSanctions.ts'
import { normalizedAddress } from '@cambio/exchange/screening/normalizedAddress.ts'
import type { Screening } from '@cambio/exchange/screening/Screening.ts'
import type { StoreDeps } from './StoreDeps.ts'

/** The sanctions list that the operator has imported, kept in PostgreSQL. */
export function sanctionsStore({ query }: Pick<StoreDeps, 'query'>): Screening {
  return {
    async screen(addresses) {
      const listed = await query<{ address: string }>({
        name: 'sanctioned_find',
        text: 'select address from sanctioned_wallet where address = any($1) limit 1',
        values: [addresses.map(normalizedAddress)],
      })
      return listed.length > 0 ? 'listed' : 'clear'
    },
  }
}

/** How many wallets the imported list names, and when it was last read; null where it never was. */
export type SanctionsState = { readonly wallets: number; readonly readAt: Date | null }

export async function sanctionsState({ query }: Pick<StoreDeps, 'query'>): Promise<SanctionsState> {
  const [state] = await query<{ wallets: bigint; read_at: Date | null }>({
    name: 'sanctions_state',
    text: `
      select (select count(*) from sanctioned_wallet) as wallets,
        (select at from sanctions_refresh order by id desc limit 1) as read_at`,
    values: [],
  })
  return { wallets: Number(state?.wallets ?? 0n), readAt: state?.read_at ?? null }
}

/** The imported list as the operator replaces it, inside a transaction. */
export function importedSanctions({ query, now }: Pick<StoreDeps, 'query' | 'now'>): ImportedSanctions {
  return {
    async replace({ source, sha256, wallets, actor }) {
      const addresses = wallets.map(({ address }) => address)
      const removed = await query({
        name: 'sanctioned_remove',
        text: 'delete from sanctioned_wallet where address <> all($1) returning address',
        values: [addresses],
      })
      const added = await query({
        name: 'sanctioned_add',
        text: `
          insert into sanctioned_wallet (address, coin, source)
          select address, coin, $3 from unnest($1::text[], $2::text[]) as list (address, coin)
          on conflict do nothing returning address`,
        values: [addresses, wallets.map(({ coin }) => coin), source],
      })
      await query({
        name: 'sanctions_refresh_keep',
        text: `
          insert into sanctions_refresh (source, sha256, wallets, added, removed, actor, at)
          values ($1, $2, $3, $4, $5, $6, $7)`,
        values: [source, sha256, wallets.length, added.length, removed.length, actor, now()],
      })
      return { added: added.length, removed: removed.length }
    },
  }
}
