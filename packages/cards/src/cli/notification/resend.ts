import { required, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { act } from '../../operator/act.ts'
import { resendNotification } from '../../store/notificationActs.ts'
import { actOptions } from '../actOptions.ts'
import type { CommandDeps } from '../CommandDeps.ts'

export const notificationResend = command({
  name: 'notification resend',
  summary: 'Sends a notification again now, and lets it have all its attempts anew.',
  words: { id: required(text('<id>'), 'Name the notification by its id.') },
  options: actOptions,
  json: z.object({ id: z.string(), state: z.string() }),
  async run(deps: CommandDeps, { words: { id }, options }) {
    await act(deps, { act: 'notification resend', about: id, options }, async (query) => {
      if (!(await resendNotification(query, id, deps.clock.now())))
        throw new CallRefused(`There is no notification ${id}. See them with: notification list`)
    })
    return { text: `Notification ${id} is on its way again.`, data: { id, state: 'waiting' } }
  },
})
