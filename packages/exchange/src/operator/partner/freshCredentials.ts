import type { Random } from '../../Random.ts'

const API_KEY_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

export function freshApiKey(random: Random): string {
  return random.pick(API_KEY_ALPHABET, 20)
}

/** What a partner signs its requests with, or we its callbacks. */
export function freshSecret(random: Random): string {
  return random.token(256)
}
