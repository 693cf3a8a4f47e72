import type { MovedMark } from '@cambio/exchange/operator/partner/PartnerMoves.ts'
import { addressMark, type PersonMark } from '@cambio/exchange/person/personMarks.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Keys } from '../../program/Keys.ts'
import { digestOf, marksOfClient, type MarkedClient } from './people.ts'

type Deps = { readonly query: Query; readonly keys: Keys }

/**
 * What links clients to one person, for another cell: in words where the client or its order has them, so that later orders
 * there are linked too, else as this cell's digest, which still links those that have it.
 */
export async function marksOf({ query, keys }: Deps, clientIds: readonly string[]): Promise<MovedMark[]> {
  const rows = await query<StoredMark>({ name: 'moved_marks', text: MARKS, values: [[...clientIds]] })
  return rows.map((row): MovedMark => {
    const { client_id: clientId, order_id: orderId, kind, mark: digest } = row
    const mark = wordsOf(row).find((words) => words.kind === kind && digestOf(keys, words) === digest)
    return { clientId, orderId, kind, ...(mark ? { text: mark.text } : { digest }) }
  })
}

/** Stores what linked clients in the cell that they come from. */
export async function keepMovedMarks({ query, keys }: Deps, marks: readonly MovedMark[]): Promise<void> {
  const digests = marks.map((mark) => ('text' in mark ? digestOf(keys, mark) : mark.digest))
  await query({
    name: 'moved_marks_keep',
    text: `
      insert into person_mark (client_id, order_id, kind, mark)
      select * from unnest($1::text[], $2::text[], $3::text[], $4::text[]) on conflict do nothing`,
    values: [
      marks.map(({ clientId }) => clientId),
      marks.map(({ orderId }) => orderId),
      marks.map(({ kind }) => kind),
      digests,
    ],
  })
}

type StoredMark = MarkedClient & {
  readonly client_id: string
  readonly order_id: string
  readonly kind: MovedMark['kind']
  readonly mark: string
  readonly payout_currency: string | null
  readonly address: string | null
  readonly memo: string | null
}

const MARKS = `
  select m.client_id, m.order_id, m.kind, m.mark, c.email, c.level, c.payer, c.documents,
    o.payout_currency, o.address, o.memo
  from person_mark m join client c on c.id = m.client_id left join orders o on o.id = m.order_id
  where m.client_id = any($1) order by m.client_id, m.kind, m.mark, m.order_id`

function wordsOf(row: StoredMark): readonly PersonMark[] {
  const { kind, payout_currency: currency, address, memo } = row
  if (kind !== 'address') return marksOfClient(row)
  return currency !== null && address !== null ? [addressMark(currency, { address, memo })] : []
}
