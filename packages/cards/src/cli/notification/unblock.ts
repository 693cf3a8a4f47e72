import { required, text } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import * as z from 'zod/mini'
import { act } from '../../operator/act.ts'
import { unblockAddress } from '../../store/notificationActs.ts'
import { actOptions } from '../actOptions.ts'
import type { CommandDeps } from '../CommandDeps.ts'

export const notificationUnblock = command({
  name: 'notification unblock',
  summary: 'Opens an address that was blocked for answering too slowly, and sends what waits for it.',
  words: { url: required(text('<url>'), 'Name the address that is blocked.') },
  options: actOptions,
  json: z.object({ url: z.string(), waiting: z.number() }),
  async run(deps: CommandDeps, { words: { url }, options }) {
    const called = { act: 'notification unblock', about: url, options }
    const waiting = await act(deps, called, (query) => unblockAddress(query, url, deps.clock.now()))
    return {
      text: `The address is open. ${counted(waiting, 'notification is on its', 'notifications are on their')} way to it.`,
      data: { url, waiting },
    }
  },
})
