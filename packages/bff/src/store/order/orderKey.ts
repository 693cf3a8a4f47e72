import { timingSafeEqual } from 'node:crypto'
import type { Keys } from '../../program/Keys.ts'

/**
 * A second secret that opens an order's page, for when the page has to be named after the order was placed: of the first
 * one only a digest is kept. It follows from the order's id and our own key, so that it is kept nowhere.
 */
export function orderKeyOf(keys: Keys, orderId: string): string {
  return keys.fingerprint('order page', orderId).toString('base64url')
}

export function isOrderKey(keys: Keys, orderId: string, secret: string): boolean {
  const expected = Buffer.from(orderKeyOf(keys, orderId))
  const received = Buffer.from(secret)
  return expected.length === received.length && timingSafeEqual(expected, received)
}
