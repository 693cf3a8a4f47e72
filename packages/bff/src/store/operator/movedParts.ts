import { chart } from '@cambio/exchange/books/chart.ts'
import type { MovedBalance, PartnerMove } from '@cambio/exchange/books/Transit.ts'
import type { MovedPart } from '@cambio/exchange/operator/partner/PartnerMoves.ts'
import { marksOf } from '../person/movedMarks.ts'
import type { StoreDeps } from '../StoreDeps.ts'
import { idPages, movedRowsOf } from './movedRows.ts'

/** What the other cell is to take in of a partner that was given away: read as often as it is asked for, the same each time. */
export async function* movedParts(deps: StoreDeps, move: PartnerMove): AsyncGenerator<MovedPart> {
  const { partnerId } = move
  const [partner] = await deps.query<{ name: string; keys: string[] }>({
    name: 'moved_partner',
    text: `select name, array_remove(array[api_key, former_api_key], null) as keys from partner where id = $1`,
    values: [partnerId],
  })
  if (!partner) throw new Error(`There is no partner ${partnerId}`)
  yield { is: 'partner', partner: { partnerId, name: partner.name, apiKeys: partner.keys } }
  yield* movedRowsOf(deps, partnerId)
  for await (const ids of idPages(deps, 'client', partnerId)) {
    const marks = await marksOf(deps, ids)
    if (marks.length > 0) yield { is: 'marks', marks }
  }
  yield { is: 'balances', balances: await bookedAway(deps, move) }
}

/** The balances that were moved away, by the books, since they are at zero now. */
async function bookedAway({ query }: StoreDeps, { id, from, to }: PartnerMove): Promise<MovedBalance[]> {
  const rows = await query<{ account: string; currency: string; units: bigint }>({
    name: 'moved_balances',
    text: `
      select a.name as account, a.asset as currency, p.units
      from journal j join posting p on p.journal_id = j.id join account a on a.id = p.account_id
      where j.id like 'move:' || $1 || ':%' and j.kind = 'moved_away' and a.name <> $2
      order by a.name, a.asset`,
    values: [id, chart.transit(from, to)],
  })
  return rows.map(({ account, ...amount }) => ({ account, amount }))
}
