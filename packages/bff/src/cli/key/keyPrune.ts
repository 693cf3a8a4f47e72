import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import * as z from 'zod/mini'
import { keysInUse, rewrapInnerKeys } from '../../store/innerKeys.ts'
import type { CommandDeps } from '../CommandDeps.ts'

/** Forgets the keys that were changed. */
export const keyPrune = command({
  name: 'key prune',
  summary:
    'Takes earlier key-encryption keys out of the key file, once nothing is sealed under them any more.',
  words: {},
  options: {},
  json: z.object({ removed: z.number(), moved: z.number() }),
  async run({ query, random, keySource }: CommandDeps) {
    if (keySource.prune === null)
      throw new CallRefused(
        'The keys are set by EXCHANGE_KEY and EXCHANGE_KEYS_OLD: take the old ones out there.',
      )
    const moved = await rewrapInnerKeys({ query, random, keyring: keySource.keyring })
    const removed = keySource.prune(await keysInUse(query))
    return {
      text: `${counted(removed, 'earlier key is', 'earlier keys are')} out of the key file.`,
      data: { removed, moved },
    }
  },
})
