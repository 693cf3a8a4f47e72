import type { Chance } from '@cambio/exchange/ports/Chance.ts'
import { code, token, uuid, type Random } from '@cambio/server/Random.ts'

/** The exchange's randomness out of the server's. */
export function chanceOf(random: Random): Chance {
  return {
    token: (bits) => token(random, bits),
    uuid: () => uuid(random),
    pick: (alphabet, length) => code(random, alphabet, length),
  }
}
