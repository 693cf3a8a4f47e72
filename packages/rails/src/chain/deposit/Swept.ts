import { reversed, type Journal } from '@cambio/exchange/books/Journal.ts'
import * as Wallet from '@cambio/exchange/books/Wallet.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { postJournals } from '@cambio/server/postgres/Ledger.ts'
import type { Money } from '@cambio/wire/Money.ts'
import type { Address } from 'viem'
import * as z from 'zod/mini'

/** What left a deposit address. Below zero, what the operator sent to it. */
export type Swept = {
  readonly address: Address
  readonly amount: Money
  /** The part that the operator received; the rest is the network fee. */
  readonly capitalUnits: bigint
  /** The block by which it was seen. */
  readonly height: bigint
  /** The transfer, where it is incoming. */
  readonly entry: string | null
}

type Write = { readonly query: Query; readonly at: Date }

/** Books what left an address. The caller has locked the row of the watch, so that nothing is booked twice. */
export async function addSwept({ query, at }: Write, swept: Swept): Promise<void> {
  const { address, amount, capitalUnits, height, entry } = swept
  const [row] = await query<{ id: string }>({
    name: 'chain_swept_add',
    text: `
      insert into chain_swept (id, address, currency, units, capital_units, height, entry)
      select $1 || ':' || $2 || ':sweep-' || (
        select count(*) + 1 from chain_swept where address = $1 and currency = $2
      ), $1, $2, $3, $4, $5, $6 returning id`,
    values: [address, amount.currency, amount.units, capitalUnits, height, entry],
  })
  if (!row) throw new Error('A row that was just written is gone')
  await postJournals(query, [journalOf(row.id, swept)], at)
}

const Row = z.object({
  id: z.string(),
  address: z.templateLiteral(['0x', z.string()]),
  currency: z.string(),
  units: z.bigint(),
  capital_units: z.bigint(),
  height: z.bigint(),
})

/** Books back what was seen in blocks above this one, which are gone. Their sweeps are waited for again. */
export async function revertSweeps({ query, at }: Write, chainId: number, above: bigint): Promise<void> {
  const rows = await query({
    name: 'chain_swept_take_back',
    text: `
      update chain_swept s set is_taken_back = true
      from chain_deposit_address a
      where a.address = s.address and a.chain_id = $1 and s.height > $2 and not s.is_taken_back
      returning s.id, s.address, s.currency, s.units, s.capital_units, s.height`,
    values: [chainId, above],
  })
  for (const row of rows) {
    const { id, address, currency, units, capital_units, height } = Row.parse(row)
    const swept = { address, amount: { units, currency }, capitalUnits: capital_units, height, entry: null }
    const journal = journalOf(id, swept)
    await postJournals(query, [reversed(journal, `${journal.id}:back`, 'sweep_back')], at)
  }
  await query({
    name: 'chain_sweep_unseen',
    text: 'update chain_sweep set seen_at = null, seen_height = null where chain_id = $1 and seen_height > $2',
    values: [chainId, above],
  })
}

function journalOf(id: string, { address, amount, capitalUnits }: Swept): Journal {
  const capital = { ...amount, units: capitalUnits }
  return Wallet.swept({ id: `chain:${id}:swept`, reference: address, amount, capital })
}
