import type { CardType } from '@cambio/wire/Group.ts'
import { secretHash } from '../secretHash.ts'
import type { StoreDeps } from '../StoreDeps.ts'

/** A card that its buyer had saved, as it may be shown. */
export type SavedCard = {
  readonly id: string
  readonly mask: string
  readonly brand: CardType | null
  /** The last month in which it is valid, such as `01/2038`. */
  readonly expiry: string
}

/** Saved cards of buyers. The platform's token is stored sealed, and is in no answer. */
export type SavedCardStore = {
  /** Saves the card of an attempt for the order's client, once. */
  save(platformOrderId: string, card: { token: string; expiry: string }): Promise<void>
  /** The saved cards, newest first. Cards that the platform of this cell has not received yet are left out. */
  list(clientId: string): Promise<readonly SavedCard[]>
  /** The platform's token of a client's card; undefined where there is no such card. */
  tokenOf(clientId: string, id: string): Promise<string | undefined>
  /** False where the client has no such card. */
  forget(clientId: string, id: string): Promise<boolean>
}

/** What a saved card's token is sealed for. */
export function savedCardSubject(id: string): string {
  return `saved card ${id}`
}

export function savedCardStore({ query, keys, random, now }: StoreDeps): SavedCardStore {
  return {
    async save(platformOrderId, { token, expiry }) {
      const id = random.uuid()
      await query({
        name: 'saved_card_save',
        text: SAVE,
        values: [
          platformOrderId,
          id,
          secretHash(token),
          keys.seal(savedCardSubject(id), token),
          expiry,
          now(),
        ],
      })
    },
    async list(clientId) {
      return query<SavedCard>({
        name: 'saved_card_list',
        text: 'select id, mask, brand, expiry from saved_card where client_id = $1 and token_sealed is not null order by created_at desc, id',
        values: [clientId],
      })
    },
    async tokenOf(clientId, id) {
      const [row] = await query<{ token_sealed: Buffer }>({
        name: 'saved_card_token',
        text: 'select token_sealed from saved_card where client_id = $1 and id = $2 and token_sealed is not null',
        values: [clientId, id],
      })
      return row && keys.open(savedCardSubject(id), row.token_sealed)
    },
    async forget(clientId, id) {
      const text = 'delete from saved_card where client_id = $1 and id = $2 returning id'
      return (await query<object>({ name: 'saved_card_forget', text, values: [clientId, id] })).length > 0
    },
  }
}

const SAVE = `
  insert into saved_card (id, client_id, token_hash, token_sealed, mask, brand, expiry, created_at)
  select $2, o.client_id, $3, $4, a.card_mask, a.card_brand, $5, $6
  from attempt a join orders o on o.id = a.order_id where a.platform_order_id = $1 and o.client_id is not null
  on conflict (client_id, token_hash) do nothing`
