import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import * as z from 'zod/mini'
import { longAct } from '../../operator/act.ts'
import { rewrapAll } from '../../store/sealedKeys.ts'
import { actOptions } from '../actOptions.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { KEYS } from './keys.ts'

export const keyRotate = command({
  name: 'key rotate',
  summary:
    'Creates a key-encryption key and re-seals every data key under it; card data itself is not touched.',
  words: {},
  options: actOptions,
  json: z.object({ key_id: z.string(), moved: z.number() }),
  async run(deps: CommandDeps, { options }) {
    const { random, keys } = deps
    const { id, moved } = await longAct(deps, { act: 'key rotate', about: KEYS, options }, async (query) => {
      const keyring = keys.renew?.() ?? keys.keyring
      return { id: keyring.current().id, moved: await rewrapAll({ query, random, keyring }) }
    })
    const next =
      keys.renew === null
        ? 'Empty CARDS_KEYS_OLD once every process runs with the new CARDS_KEY.'
        : 'Earlier keys stay in the file until you remove them with: key prune'
    return {
      text: `Key ${id} is current; ${counted(moved, 'data key', 'data keys')} moved to it. ${next}`,
      data: { key_id: id, moved },
    }
  },
})
