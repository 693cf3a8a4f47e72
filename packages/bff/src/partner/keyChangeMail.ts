import type { KeyChange } from '@cambio/exchange/message/PartnerMail.ts'
import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import { sharedLimiter } from '@cambio/server/http/limits.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import type { Exchange } from '../program/Exchange.ts'
import { partnerMailStore } from '../store/partnerMails.ts'
import { showPartner } from '../store/read/partner/partners.ts'
import { storeDepsOf } from '../store/StoreDeps.ts'

/** The most such mails to a partner's contact in an hour, so that they cannot flood a mailbox. */
const MOST_AN_HOUR = 20

export type MailKeyChange = (partner: Partner, change: KeyChange, about: string) => Promise<void>

/**
 * Notifies a partner's contact by mail of a change that a request with the partner's key made. The answer to the
 * request waits until the mail is stored, not until it is sent. A mail that cannot be stored is logged: the change is
 * already made.
 */
export function keyChangeMail(exchange: Exchange): MailKeyChange {
  const { clock, database, limitsFactor, baseUrl, log } = exchange
  const storeDeps = storeDepsOf(exchange)
  const mails = partnerMailStore(storeDeps)
  const mailbox = sharedLimiter(
    { clock, query: database.query },
    {
      limit: { name: 'partner-key-change', points: MOST_AN_HOUR, windowSeconds: 3_600 },
      factor: limitsFactor,
    },
  )

  async function tell({ id, name }: Partner, change: KeyChange, about: string): Promise<void> {
    const at = clock.now()
    const { contactEmail: email } = await showPartner(storeDeps, id)
    if (email === null || !(await mailbox.consume(id)).allowed) return
    const page = `${baseUrl}${pages.partner}`
    await mails.keep(id, { is: 'key_change', email, partner: name, change, about, at, page })
  }

  return (partner, change, about) =>
    tell(partner, change, about).catch((error: unknown) =>
      log.error('a partner’s contact could not be notified of a change by its key', {
        error,
        partnerId: partner.id,
      }),
    )
}
