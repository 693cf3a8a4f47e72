import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { setPassword } from '../../store/merchants.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { merchantNamed, merchantWord } from './merchantNamed.ts'

export const merchantRotatePassword = command({
  name: 'merchant rotate-password',
  summary: 'Gives a merchant a new password at once; requests and notifications use it from now on.',
  words: { clientKey: merchantWord() },
  options: {},
  json: z.object({ client_key: z.string(), password: z.string() }),
  async run(deps: CommandDeps, { words }) {
    const { id } = await merchantNamed(deps, words.clientKey)
    const password = deps.random.token(256)
    await setPassword({ ...deps, keyring: deps.keys.keyring }, id, password)
    return {
      text: `Merchant ${id} has a new password, shown this once:\n${password}\nThe old one is of no use any more.`,
      data: { client_key: id, password },
    }
  },
})
