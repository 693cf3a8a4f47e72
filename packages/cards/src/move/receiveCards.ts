import type { Keyring } from '@cambio/server/keys/Keyring.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Random } from '@cambio/server/Random.ts'
import { hasExpired } from '../means/Expiry.ts'
import { Pan } from '../means/Pan.ts'
import { storeMovedCard } from '../store/movedCards.ts'
import { cardRecordOf } from '../vault/cardRecord.ts'
import type { PlatformKeys } from '../vault/PlatformKeys.ts'
import type { MovedCard } from './movedCardsFile.ts'

/** The token of a card here, and the hash of the one that it had at the other platform. */
export type NewToken = { readonly is: 'token'; readonly hash: string; readonly token: string }

/**
 * Stores cards from another platform for a merchant here. Cards that it has are not stored again, and keep their token;
 * cards that have expired are left out.
 * @throws DamagedFile
 */
export async function receiveCards(
  deps: { query: Query; keyring: Keyring; random: Random; keys: PlatformKeys; now: Date },
  merchantId: string,
  cards: AsyncIterable<MovedCard>,
): Promise<readonly NewToken[]> {
  const tokens: NewToken[] = []
  for await (const { hash, number, month, year } of cards) {
    const expiry = { month, year }
    if (hasExpired(expiry, deps.now)) continue
    const pan = new Pan(number)
    const record = cardRecordOf(deps, merchantId, { pan, expiry })
    const card = { merchantId, record, mask: pan.mask, expiry, at: deps.now }
    const id = await storeMovedCard(deps.query, card)
    tokens.push({ is: 'token', hash, token: deps.keys.token('card', id) })
  }
  return tokens
}
