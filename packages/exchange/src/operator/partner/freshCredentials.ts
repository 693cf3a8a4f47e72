import type { Mode } from '../../payout/destination.ts'
import type { Random } from '../../Random.ts'

const API_KEY_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** An API key, whose prefix says whether it moves real money. */
export function freshApiKey({ random, mode }: { readonly random: Random; readonly mode: Mode }): string {
  return `${mode === 'live' ? 'live' : 'test'}_${random.pick(API_KEY_ALPHABET, 20)}`
}

/** A secret that signs a partner's requests or our callbacks. */
export function freshSecret(random: Random): string {
  return random.token(256)
}
