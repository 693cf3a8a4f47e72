import { BadCall, oneOf, wordAt, type Command } from './Command.ts'
import { merchantGiven } from './merchantNamed.ts'

type Row = {
  id: string
  merchant_id: string
  transaction_id: string
  url: string
  state: string
  attempts: number
  last_problem: string | null
  due_at: Date | null
  blocked_until: Date | null
}

export const notificationCommands: Readonly<Record<string, Command>> = {
  'notification list': {
    usage: 'notification list [--state waiting|delivered|failed] [--merchant <client_key>]',
    about: 'Lists the newest thousand notifications, those that wait or failed unless told otherwise.',
    options: { state: { type: 'string' }, merchant: { type: 'string' } },
    async run(deps, given) {
      const merchant = await merchantGiven(deps, given)
      const rows = await deps.query<Row>({
        name: 'notification_list',
        text: `select n.id, n.merchant_id, n.transaction_id, n.url, n.state, n.attempts, n.last_problem, n.due_at,
                 a.blocked_until
               from notification n left join notification_address a on a.url = n.url
               where ($1::text is null and n.state <> 'delivered' or n.state = $1)
                 and ($2::uuid is null or n.merchant_id = $2)
               order by n.created_at desc limit 1000`,
        values: [oneOf(given, 'state', ['waiting', 'delivered', 'failed']) ?? null, merchant?.id ?? null],
      })
      const now = deps.clock.now()
      const lines = rows.map((row) => {
        const blocked = row.blocked_until !== null && row.blocked_until > now ? ' (address blocked)' : ''
        return `${row.id}  ${row.state}${blocked}  ${row.attempts} attempts  ${row.url}  ${row.last_problem ?? ''}`
      })
      return { text: lines.join('\n') || 'There is none.', data: rows }
    },
  },
  'notification resend': {
    usage: 'notification resend <id>',
    about: 'Sends a notification again now, with all its attempts before it.',
    options: {},
    async run({ query, clock }, given) {
      const id = wordAt(given, 0, 'notification by its id')
      const rows = await query<{ id: string }>({
        name: 'notification_resend',
        text: `with again as (
                 update notification set state = 'waiting', attempts = 0, first_attempt_at = null, due_at = $2
                 where id = $1 returning id)
               select id, pg_notify('cards_notification', '') from again`,
        values: [id, clock.now()],
      })
      if (rows.length === 0)
        throw new BadCall(`There is no notification ${id}. See them with: notification list`)
      return { text: `Notification ${id} is on its way again.`, data: { id, state: 'waiting' } }
    },
  },
  'notification unblock': {
    usage: 'notification unblock <url>',
    about: 'Opens an address that was blocked for answering too slowly, and sends what waits for it.',
    options: {},
    async run({ query, clock }, given) {
      const url = wordAt(given, 0, 'address that is blocked')
      const rows = await query<{ waiting: bigint }>({
        name: 'notification_unblock',
        text: `with opened as (
                 delete from notification_address where url = $1),
               woken as (
                 update notification set due_at = least(due_at, $2) where url = $1 and state = 'waiting' returning id)
               select count(*) as waiting, pg_notify('cards_notification', '') from woken`,
        values: [url, clock.now()],
      })
      const waiting = Number(rows[0]?.waiting ?? 0n)
      return {
        text: `The address is open. ${waiting} notifications are on their way to it.`,
        data: { url, waiting },
      }
    },
  },
}
