import { required, text } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import * as z from 'zod/mini'
import { act, actOptions } from '../act.ts'
import type { CommandDeps } from '../CommandDeps.ts'

export const notificationUnblock = command({
  name: 'notification unblock',
  summary: 'Opens an address that was blocked for answering too slowly, and sends what waits for it.',
  words: { url: required(text('<url>'), 'Name the address that is blocked.') },
  options: actOptions,
  json: z.object({ url: z.string(), waiting: z.number() }),
  async run(deps: CommandDeps, { words: { url }, options }) {
    const called = { act: 'notification unblock', about: url, options }
    const rows = await act(deps, called, (query) =>
      query<{ waiting: bigint }>({
        name: 'notification_unblock',
        text: `with opened as (
               delete from notification_address where url = $1),
             woken as (
               update notification set due_at = least(due_at, $2) where url = $1 and state = 'waiting' returning id)
             select count(*) as waiting, pg_notify('cards_notification', '') from woken`,
        values: [url, deps.clock.now()],
      }),
    )
    const waiting = Number(rows[0]?.waiting ?? 0n)
    return {
      text: `The address is open. ${counted(waiting, 'notification is on its', 'notifications are on their')} way to it.`,
      data: { url, waiting },
    }
  },
})
