import { timingSafeEqual } from 'node:crypto'
import type { Attempt } from '@cambio/exchange/payin/card/machine/CardPayin.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import type { Keys } from '../../program/Keys.ts'

type Charged = Pick<Attempt, 'platformOrderId'>

/**
 * The address that takes the buyer of an attempt to the bank. Its key is derived from the attempt and the exchange's
 * own key.
 */
export function challengePath(keys: Keys, orderId: string, attempt: Charged): string {
  return pages.challenge.replace('{client_order_id}', orderId).replace('{key}', keyOf(keys, attempt))
}

/** Whether a key belongs to this attempt. */
export function opensChallenge(keys: Keys, attempt: Charged, key: string): boolean {
  const expected = Buffer.from(keyOf(keys, attempt))
  const received = Buffer.from(key)
  return expected.length === received.length && timingSafeEqual(expected, received)
}

function keyOf(keys: Keys, { platformOrderId }: Charged): string {
  return keys.fingerprint('challenge', platformOrderId).toString('base64url')
}
