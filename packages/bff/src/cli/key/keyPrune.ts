import { pruneKeys } from '@cambio/exchange/operator/key/rotateKey.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import * as z from 'zod/mini'
import { keyOperatorDeps } from '../../operator/keyOperatorDeps.ts'
import { keysInUse } from '../../store/innerKeys.ts'
import { optionalReasonOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'

/** Removes former key-encryption keys from the key file. */
export const keyPrune = command({
  name: 'key prune',
  summary: 'Removes earlier key-encryption keys from the key file once they seal nothing.',
  words: {},
  options: optionalReasonOptions,
  json: z.object({ removed: z.number(), moved: z.number() }),
  async run(deps: CommandDeps, { options: { reason = null, actor = deps.operator } }) {
    const { prune, keyring } = deps.keySource
    if (prune === null)
      throw new CallRefused(
        'The keys are set by EXCHANGE_KEY and EXCHANGE_KEYS_OLD: remove the old ones there.',
      )
    const forget = async () => prune(await keysInUse(deps.query))
    const { moved, removed } = await pruneKeys(keyOperatorDeps({ ...deps, keyring }), {
      actor,
      reason,
      forget,
    })
    return {
      text: `${counted(removed, 'earlier key is', 'earlier keys are')} removed from the key file.`,
      data: { removed, moved },
    }
  },
})
