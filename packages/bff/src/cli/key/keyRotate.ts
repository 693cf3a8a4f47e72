import { rotateKey } from '@cambio/exchange/operator/key/rotateKey.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import * as z from 'zod/mini'
import { keyOperatorDeps } from '../../operator/keyOperatorDeps.ts'
import { optionalReasonOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'

/** Replaces the key-encryption key of the exchange's own keys. */
export const keyRotate = command({
  name: 'key rotate',
  summary: [
    'Creates a key-encryption key and seals the exchange’s own keys under it; the data that those seal is not touched. Where',
    'EXCHANGE_KEY holds the key, set it to the new one and EXCHANGE_KEYS_OLD to the old one first, in every process.',
  ].join('\n'),
  words: {},
  options: optionalReasonOptions,
  json: z.object({ key_id: z.string(), moved: z.number() }),
  async run(deps: CommandDeps, { options: { reason = null, actor = deps.operator } }) {
    const { keySource } = deps
    const keyring = keySource.renew?.() ?? keySource.keyring
    const { keyId: id, moved } = await rotateKey(keyOperatorDeps({ ...deps, keyring }), { actor, reason })
    const next =
      keySource.renew === null
        ? 'Empty EXCHANGE_KEYS_OLD once every process runs with the new EXCHANGE_KEY.'
        : 'Earlier keys stay in the file until you remove them with: key prune'
    return {
      text: `Key ${id} is current; ${counted(moved, 'inner key', 'inner keys')} moved to it. ${next}`,
      data: { key_id: id, moved },
    }
  },
})
