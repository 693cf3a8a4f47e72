import { hash } from 'node:crypto'

/**
 * The stored form of a secret that only its owner knows: with 128 random bits or more, a plain digest reveals nothing.
 */
export function secretHash(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
