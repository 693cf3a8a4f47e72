import { sealText, type Envelope } from '@cambio/server/keys/envelope.ts'
import type { Expiry } from '../means/Expiry.ts'
import type { Pan } from '../means/Pan.ts'
import type { Platform } from '../Platform.ts'
import { contextOf, hashOf } from './tokens.ts'

/** A card as the vault stores it: sealed to its merchant and to the token that is derived from its id. */
export type CardRecord = Envelope & {
  readonly id: string
  readonly tokenHash: Buffer
  /** Keyed, of number and expiry: the same card twice is one record. */
  readonly fingerprint: Buffer
}

/** A new record of a card. */
export function cardRecordOf(
  platform: Pick<Platform, 'random' | 'keys' | 'keyring'>,
  merchantId: string,
  { pan, expiry }: { readonly pan: Pan; readonly expiry: Expiry },
): CardRecord {
  const id = platform.random.uuid()
  const tokenHash = hashOf(platform.keys.token('card', id))
  const number = pan.reveal()
  return {
    id,
    tokenHash,
    fingerprint: platform.keys.fingerprint('card', `${number} ${expiry.month} ${expiry.year}`),
    ...sealText(platform, number, contextOf(merchantId, tokenHash)),
  }
}
