import type { ClientMail, ClientMailStore } from '@cambio/exchange/message/ClientMail.ts'
import type { DueTable } from '@cambio/server/work/due.ts'
import * as z from 'zod/mini'
import type { StoreDeps } from '../StoreDeps.ts'

export const dueClientMails: DueTable & { channel: string } = {
  table: 'client_mail',
  key: 'id',
  channel: 'client_mails_due',
}

const Kept = z.object({
  is: z.literal('withdrawals_locked'),
  email: z.string(),
  partner: z.string(),
  until: z.pipe(
    z.string(),
    z.transform((text) => new Date(text)),
  ),
})

/** Mails to clients, and how one is kept in the transaction that it tells of. */
export type KeptClientMailStore = ClientMailStore & {
  keep(clientId: string, mail: ClientMail): Promise<void>
}

/** Mails to clients, sealed until nobody needs to read them any more: they name a mailbox. */
export function clientMailStore({ query, keys, random, now }: StoreDeps): KeptClientMailStore {
  const subject = (id: string) => `client mail ${id}`
  return {
    async keep(clientId, mail) {
      const id = random.token(128)
      await query({
        name: 'client_mail_keep',
        text: `insert into client_mail (id, client_id, body_sealed, created_at, due_at) values ($1, $2, $3, $4, $4)`,
        values: [id, clientId, keys.seal(subject(id), JSON.stringify(mail)), now()],
        wakes: [dueClientMails.channel],
      })
    },
    async begin(id) {
      const [row] = await query<{ body_sealed: Buffer; state: string }>({
        name: 'client_mail_begin',
        text: BEGIN,
        values: [id],
      })
      if (row?.state !== 'sending') return undefined
      return Kept.parse(JSON.parse(keys.open(subject(id), row.body_sealed)))
    },
    async end(id, outcome) {
      const why = outcome.is === 'sent' ? null : outcome.why
      await query({ name: 'client_mail_end', text: END, values: [id, outcome.is, why] })
    },
  }
}

const SETTLED = 'body_sealed = null, due_at = null, lease_until = null, due_attempts = 0'

const BEGIN = `
  with lost as (
    update client_mail set state = 'unknown', why = 'its process ended on the way', ${SETTLED}
    where id = $1 and state = 'sending'
  )
  update client_mail set state = 'sending' where id = $1 and state = 'waiting' returning body_sealed, state`

const END = `
  update client_mail set state = $2, why = $3, ${SETTLED} where id = $1 and state = 'sending'`
