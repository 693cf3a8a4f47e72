import { givenUpAt, type PartnerMail, type PartnerMailStore } from '@cambio/exchange/message/PartnerMail.ts'
import { dueUnlessWoken, type DueTable } from '@cambio/server/work/due.ts'
import * as z from 'zod/mini'
import { beginSending, endSending } from './sentAtMostOnce.ts'
import type { StoreDeps } from './StoreDeps.ts'
import { StoredTime } from './StoredTime.ts'

export const duePartnerMails: DueTable & { channel: string } = {
  table: 'partner_mail',
  key: 'id',
  channel: 'partner_mails_due',
}

const ofPartner = { email: z.string(), partner: z.string(), at: StoredTime, page: z.string() }
const Stored = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('sign_in'),
    email: z.string(),
    links: z.array(z.object({ partner: z.string(), url: z.string() })),
    until: StoredTime,
  }),
  z.object({
    is: z.literal('key_change'),
    ...ofPartner,
    change: z.enum([
      'origins_set',
      'theme_set',
      'logo_set',
      'endpoint_added',
      'endpoint_changed',
      'endpoint_removed',
      'endpoint_secret_rotated',
      'credentials_rotated',
    ]),
    about: z.string(),
  }),
  z.object({ is: z.enum(['passkey_added', 'passkey_removed']), ...ofPartner, name: z.string() }),
])

/** Mails to partners' contacts, and how to store one until it is sent. */
export type PostgresPartnerMailStore = PartnerMailStore & {
  /** @param partnerId the partner it is about; null for links, which may lead to several */
  keep(partnerId: string | null, mail: PartnerMail): Promise<void>
}

/** Mails to partners' contacts, sealed until they are no longer needed: they name a mailbox and contain links. */
export function partnerMailStore({ query, keys, random, now }: StoreDeps): PostgresPartnerMailStore {
  const subject = (id: string) => `partner mail ${id}`
  return {
    async keep(partnerId, mail) {
      const id = random.token(128)
      await query({
        name: 'partner_mail_keep',
        text: `insert into partner_mail (id, partner_id, body_sealed, until, created_at, due_at)
          values ($1, $2, $3, $4, $5, $5)`,
        values: [id, partnerId, keys.seal(subject(id), JSON.stringify(mail)), givenUpAt(mail), now()],
        wakes: [duePartnerMails.channel],
      })
    },
    async begin(id) {
      const [row] = await query<{ body_sealed: Buffer; until: Date }>({
        name: 'partner_mail_begin',
        text: BEGIN,
        values: [id],
      })
      if (!row) return undefined
      const mail: PartnerMail = Stored.parse(JSON.parse(keys.open(subject(id), row.body_sealed)))
      return { mail, until: row.until }
    },
    async end(id, outcome) {
      const why = outcome.is === 'sent' ? null : outcome.why
      await query({ name: 'partner_mail_end', text: END, values: [id, outcome.is, why] })
    },
    async retryAt(id, at, why) {
      await query({ name: 'partner_mail_retry', text: RETRY, values: [id, at, why] })
    },
  }
}

const BEGIN = beginSending('partner_mail', ['until'])
const END = endSending('partner_mail', 'why = $3')

const RETRY = `
  update partner_mail set state = 'waiting', why = $3, due_at = ${dueUnlessWoken('$2')}, lease_until = null
  where id = $1 and state = 'sending'`
