import { timingSafeEqual } from 'node:crypto'
import type { Attempt } from '@cambio/exchange/payin/card/machine/CardPayin.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import type { Keys } from '../../program/Keys.ts'

type Charged = Pick<Attempt, 'platformOrderId'>

/** The address that takes the buyer of an attempt to the bank. Its key follows from the attempt and our own key. */
export function challengePath(keys: Keys, orderId: string, attempt: Charged): string {
  return pages.challenge.replace('{client_order_id}', orderId).replace('{key}', keyOf(keys, attempt))
}

/** Whether a key is the one of this attempt. */
export function opensChallenge(keys: Keys, attempt: Charged, key: string): boolean {
  const expected = Buffer.from(keyOf(keys, attempt))
  const received = Buffer.from(key)
  return expected.length === received.length && timingSafeEqual(expected, received)
}

function keyOf(keys: Keys, { platformOrderId }: Charged): string {
  return keys.fingerprint('challenge', platformOrderId).toString('base64url')
}
