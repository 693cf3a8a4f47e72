import { hash } from 'node:crypto'

/** How a secret that only its holder knows is kept: at 128 random bits and more, a plain digest tells nothing. */
export function secretHash(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
