import { duration, optional } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { setPassword } from '../../store/merchants.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { merchantNamed, merchantWord } from './merchantNamed.ts'

/** How long the password before holds too, where nothing is said. */
const OVERLAP_MS = 24 * 60 * 60 * 1_000

export const merchantRotate = command({
  name: 'merchant rotate',
  summary: [
    'Gives a merchant a new password, shown this once. Requests are taken by the one before too, for --overlap (24h',
    'unless given; 0s ends it at once); notifications are signed with the new one from now on.',
  ].join('\n'),
  words: { clientKey: merchantWord() },
  options: { overlap: optional(duration) },
  json: z.object({ client_key: z.string(), password: z.string(), former_until: z.string() }),
  async run(deps: CommandDeps, { words, options: { overlap = OVERLAP_MS } }) {
    const { id } = await merchantNamed(deps, words.clientKey)
    const password = deps.random.token(256)
    const formerUntil = new Date(deps.clock.now().getTime() + overlap)
    await setPassword({ ...deps, keyring: deps.keys.keyring }, id, { password, formerUntil })
    const former_until = formerUntil.toISOString()
    const before = overlap > 0 ? `is taken too until ${former_until}` : 'is of no use any more'
    return {
      text: `Merchant ${id} has a new password, shown this once:\n${password}\nThe one before ${before}.`,
      data: { client_key: id, password, former_until },
    }
  },
})
