import { timingSafeEqual } from 'node:crypto'
import type { Keys } from '../../program/Keys.ts'

/**
 * A second secret that opens an order's page, for links that are made after the order was placed: only a digest of the
 * first one is stored. It is derived from the order's id and the exchange's own key, so it is not stored at all.
 */
export function orderKeyOf(keys: Keys, orderId: string): string {
  return keys.fingerprint('order page', orderId).toString('base64url')
}

export function isOrderKey(keys: Keys, orderId: string, secret: string): boolean {
  const expected = Buffer.from(orderKeyOf(keys, orderId))
  const received = Buffer.from(secret)
  return expected.length === received.length && timingSafeEqual(expected, received)
}
