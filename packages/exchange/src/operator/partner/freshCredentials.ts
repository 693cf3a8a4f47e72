import type { Mode } from '../../payout/destination.ts'
import type { Random } from '../../Random.ts'

const API_KEY_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** An API key, which says by its beginning whether real money is behind it. */
export function freshApiKey({ random, mode }: { readonly random: Random; readonly mode: Mode }): string {
  return `${mode === 'live' ? 'live' : 'test'}_${random.pick(API_KEY_ALPHABET, 20)}`
}

/** What a partner signs its requests with, or we its callbacks. */
export function freshSecret(random: Random): string {
  return random.token(256)
}
