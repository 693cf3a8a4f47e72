import type { ClientMail, ClientMailStore } from '@cambio/exchange/message/ClientMail.ts'
import type { LogoFile } from '@cambio/exchange/partner/Brand.ts'
import type { DueTable } from '@cambio/server/work/due.ts'
import type { Theme } from '@cambio/wire/theme/Theme.ts'
import * as z from 'zod/mini'
import { beginSending, endSending } from '../sentAtMostOnce.ts'
import type { StoreDeps } from '../StoreDeps.ts'
import { StoredTime } from '../StoredTime.ts'

export const dueClientMails: DueTable & { channel: string } = {
  table: 'client_mail',
  key: 'id',
  channel: 'client_mails_due',
}

const reader = { email: z.string(), partner: z.string() }
const Stored = z.discriminatedUnion('is', [
  z.object({ is: z.literal('withdrawals_locked'), ...reader, until: StoredTime }),
  z.object({ is: z.enum(['passkey_added', 'passkey_removed']), ...reader, name: z.string(), at: StoredTime }),
])

/** Mails to clients, stored in the same transaction as what they report. */
export type PostgresClientMailStore = ClientMailStore & {
  keep(clientId: string, mail: ClientMail): Promise<void>
}

/** Mails to clients, sealed until they are no longer needed: they name a mailbox. */
export function clientMailStore({ query, keys, random, now }: StoreDeps): PostgresClientMailStore {
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
      const [look] = await query<LookRow>({ name: 'client_mail_look', text: LOOK, values: [id] })
      const [row] = await query<{ body_sealed: Buffer }>({
        name: 'client_mail_begin',
        text: BEGIN,
        values: [id],
      })
      if (!row) return undefined
      const mail = Stored.parse(JSON.parse(keys.open(subject(id), row.body_sealed)))
      if (!look) throw new Error(`The client of the mail ${id} has no partner`)
      return { mail, brand: { theme: look.theme, logo: look.name === null ? null : look } }
    },
    async end(id, outcome) {
      const why = outcome.is === 'sent' ? null : outcome.why
      await query({ name: 'client_mail_end', text: END, values: [id, outcome.is, why] })
    },
  }
}

type LookRow = { readonly theme: Theme | null } & (LogoFile | { readonly [Part in keyof LogoFile]: null })

/** The brand of the partner of a mail's client. */
const LOOK = `
  select p.theme, l.name, l.type, l.body
  from client_mail m join client c on c.id = m.client_id join partner p on p.id = c.partner_id
    left join logo l on l.name = p.logo
  where m.id = $1`

const BEGIN = beginSending('client_mail')
const END = endSending('client_mail', 'why = $3')
