import { hash } from 'node:crypto'

/** How a secret that only its owner knows is kept: at 128 random bits and more, a plain digest reveals nothing. */
export function secretHash(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
