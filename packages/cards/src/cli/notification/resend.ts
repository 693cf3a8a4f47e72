import { required, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { act, actOptions } from '../act.ts'
import type { CommandDeps } from '../CommandDeps.ts'

export const notificationResend = command({
  name: 'notification resend',
  summary: 'Sends a notification again now, and lets it have all its attempts anew.',
  words: { id: required(text('<id>'), 'Name the notification by its id.') },
  options: actOptions,
  json: z.object({ id: z.string(), state: z.string() }),
  async run(deps: CommandDeps, { words: { id }, options }) {
    await act(deps, { act: 'notification resend', about: id, options }, async (query) => {
      const rows = await query<{ id: string }>({
        name: 'notification_resend',
        text: `with again as (
               update notification set state = 'waiting', attempts = 0, first_attempt_at = null, due_at = $2
               where id = $1 returning id)
             select id, pg_notify('cards_notification', '') from again`,
        values: [id, deps.clock.now()],
      })
      if (rows.length === 0)
        throw new CallRefused(`There is no notification ${id}. See them with: notification list`)
    })
    return { text: `Notification ${id} is on its way again.`, data: { id, state: 'waiting' } }
  },
})
