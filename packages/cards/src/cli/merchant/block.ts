import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { act } from '../../operator/act.ts'
import { setBlocked } from '../../store/merchants.ts'
import { actOptions } from '../actOptions.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { merchantNamed, merchantWord } from './merchantNamed.ts'

export const merchantBlock = blocking('block', 'Refuses all requests of a merchant until it is unblocked.')
export const merchantUnblock = blocking('unblock', 'Unblocks a merchant.')

function blocking(verb: 'block' | 'unblock', summary: string) {
  return command({
    name: `merchant ${verb}`,
    summary,
    words: { clientKey: merchantWord() },
    options: actOptions,
    json: z.object({ client_key: z.string(), blocked: z.boolean() }),
    async run(deps: CommandDeps, { words, options }) {
      const { id } = await merchantNamed(deps, words.clientKey)
      await act(deps, { act: `merchant ${verb}`, about: id, options }, (query) =>
        setBlocked(query, id, verb === 'block' ? deps.clock.now() : null),
      )
      const what = verb === 'block' ? 'is blocked. Payments in progress go on.' : 'is unblocked.'
      return { text: `Merchant ${id} ${what}`, data: { client_key: id, blocked: verb === 'block' } }
    },
  })
}
