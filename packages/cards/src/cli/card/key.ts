import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { ownPlatform } from '../../move/otherPlatforms.ts'
import type { CommandDeps } from '../CommandDeps.ts'

/** Shows by what another platform knows this one. */
export const cardKey = command({
  name: 'card key',
  summary: [
    'Shows the public key of this platform, for CARDS_PLATFORMS of another one of yours, and its fingerprint, by which',
    '“card move” there names it. Neither is secret.',
  ].join('\n'),
  words: {},
  options: {},
  json: z.object({ public_key: z.string(), fingerprint: z.string() }),
  async run({ vaultKeys }: CommandDeps) {
    const { publicKey, fingerprint } = ownPlatform(vaultKeys)
    return {
      text: `Public key:  ${publicKey}\nFingerprint: ${fingerprint}`,
      data: { public_key: publicKey, fingerprint },
    }
  },
})
