import type { Random } from '@cambio/server/Random.ts'

/** What the next calls of each kind give, in order. */
export type Script = Partial<Record<'token' | 'uuid' | 'pick', string[]>>

/** A source that gives what a script has for it and is random otherwise: a sandbox's examples have ids that are known. */
export function scriptedRandom(random: Random, script: Script): Random {
  return {
    ...random,
    token: (bits) => script.token?.shift() ?? random.token(bits),
    uuid: () => script.uuid?.shift() ?? random.uuid(),
    pick: (alphabet, length) => script.pick?.shift() ?? random.pick(alphabet, length),
  }
}
