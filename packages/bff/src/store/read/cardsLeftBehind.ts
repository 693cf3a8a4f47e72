import type { PartnerMove } from '@cambio/exchange/books/Transit.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'

/** A partner's last move, and the cards that its buyers had saved before: the hash of each token, 64 hex digits. */
export type CardsLeftBehind = {
  /** Undefined if the partner has never moved. */
  readonly lastMove: PartnerMove | undefined
  readonly hashes: readonly string[]
}

/** The cards that stayed behind when a partner moved away. */
export async function cardsLeftBehind(query: Query, partnerId: string): Promise<CardsLeftBehind> {
  const [lastMove] = await query<PartnerMove>({
    name: 'left_cards_move',
    text: `
      select id, partner_id as "partnerId", from_cell as "from", to_cell as "to"
      from partner_move where partner_id = $1 order by number desc limit 1`,
    values: [partnerId],
  })
  const rows = await query<{ hash: string }>({
    name: 'left_cards',
    text: `
      select distinct encode(s.token_hash, 'hex') as hash
      from client c join saved_card s on s.client_id = c.id
      where c.partner_id = $1 and s.token_sealed is not null order by hash`,
    values: [partnerId],
  })
  return { lastMove, hashes: rows.map(({ hash }) => hash) }
}
