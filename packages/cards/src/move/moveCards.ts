import { openText } from '@cambio/server/keys/envelope.ts'
import type { Keyring } from '@cambio/server/keys/Keyring.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { hasExpired } from '../means/Expiry.ts'
import { storedCards } from '../store/movedCards.ts'
import { contextOf } from '../vault/tokens.ts'
import type { MovedCard } from './movedCardsFile.ts'

/** So many cards are read at once. */
const AT_ONCE = 500

type Deps = { readonly query: Query; readonly keyring: Keyring; readonly now: Date }

/**
 * The numbers of a merchant's stored cards, to be sealed at once. Cards that have expired or are not there are left out.
 * @param counts how many were given, and how many were left out
 */
export async function* cardsToMove(
  deps: Deps,
  merchantId: string,
  named: AsyncIterable<{ readonly hash: string }>,
  counts: { moved: number; leftOut: number },
): AsyncGenerator<MovedCard> {
  for await (const hashes of inPages(named)) {
    const stored = await storedCards(deps.query, merchantId, hashes)
    const valid = stored.filter(({ expiry }) => !hasExpired(expiry, deps.now))
    counts.moved += valid.length
    counts.leftOut += hashes.length - valid.length
    for (const { tokenHash, expiry, ...envelope } of valid)
      yield {
        is: 'card',
        hash: tokenHash.toString('hex'),
        number: openText(deps.keyring, envelope, contextOf(merchantId, tokenHash)),
        ...expiry,
      }
  }
}

async function* inPages(named: AsyncIterable<{ readonly hash: string }>): AsyncGenerator<Buffer[]> {
  let page: Buffer[] = []
  for await (const { hash } of named) {
    page.push(Buffer.from(hash, 'hex'))
    if (page.length < AT_ONCE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}
