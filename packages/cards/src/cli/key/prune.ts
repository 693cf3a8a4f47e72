import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import * as z from 'zod/mini'
import { longAct } from '../../operator/act.ts'
import { keysInUse, rewrapAll } from '../../store/sealedKeys.ts'
import { actOptions } from '../actOptions.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { KEYS } from './keys.ts'

export const keyPrune = command({
  name: 'key prune',
  summary: 'Removes earlier key-encryption keys from the key file once they seal nothing.',
  words: {},
  options: actOptions,
  json: z.object({ removed: z.number(), moved: z.number() }),
  async run(deps: CommandDeps, { options }) {
    const { random, keys } = deps
    const { prune } = keys
    if (prune === null) {
      throw new CallRefused('The keys are set by CARDS_KEY and CARDS_KEYS_OLD: remove the old ones there.')
    }
    const called = { act: 'key prune', about: KEYS, options }
    const { moved, removed } = await longAct(deps, called, async (query) => {
      const moved = await rewrapAll({ query, random, keyring: keys.keyring })
      return { moved, removed: prune(await keysInUse(query)) }
    })
    return {
      text: `${counted(removed, 'earlier key is', 'earlier keys are')} removed from the key file.`,
      data: { removed, moved },
    }
  },
})
