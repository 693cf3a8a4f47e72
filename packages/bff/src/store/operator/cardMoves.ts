import type { CardMoves } from '@cambio/exchange/operator/partner/CardMoves.ts'
import { savedCardSubject } from '../client/savedCards.ts'
import { secretHash } from '../secretHash.ts'
import type { StoreDeps } from '../StoreDeps.ts'

/** Saved cards of partners that move between cells, inside a transaction. */
export function cardMoves({ query, keys }: StoreDeps): CardMoves {
  return {
    async activate(partnerId, { hash, token }) {
      const rows = await query<{ id: string }>({
        name: 'moved_card_waiting',
        text: `select s.id from client c join saved_card s on s.client_id = c.id and s.token_hash = $2
               where c.partner_id = $1 and s.token_sealed is null`,
        values: [partnerId, bytesOf(hash)],
      })
      let activated = 0
      for (const { id } of rows) {
        // Its buyer may have saved the same card here meanwhile: then the older row has nothing to add.
        const done = await query<object>({
          name: 'moved_card_activate',
          text: `
            with activated as (
              update saved_card s set token_hash = $2, token_sealed = $3
              where id = $1 and not exists (select from saved_card k where k.client_id = s.client_id and k.token_hash = $2)
              returning id
            ), superseded as (
              delete from saved_card where id = $1 and not exists (select from activated)
            )
            select id from activated`,
          values: [id, secretHash(token), keys.seal(savedCardSubject(id), token)],
        })
        activated += done.length
      }
      return activated
    },
    async forget(partnerId, hashes) {
      const rows = await query<object>({
        name: 'moved_cards_forget',
        text: `delete from saved_card s using client c
               where c.id = s.client_id and c.partner_id = $1 and s.token_hash = any($2) returning s.id`,
        values: [partnerId, hashes.map(bytesOf)],
      })
      return rows.length
    },
    async unsaved(hashes) {
      const rows = await query<{ hash: string }>({
        name: 'moved_cards_unsaved',
        text: `select encode(h, 'hex') as hash from unnest($1::bytea[]) h
               where h not in (select token_hash from saved_card)`,
        values: [hashes.map(bytesOf)],
      })
      return rows.map(({ hash }) => hash)
    },
  }
}

function bytesOf(hash: string): Buffer {
  return Buffer.from(hash, 'hex')
}
