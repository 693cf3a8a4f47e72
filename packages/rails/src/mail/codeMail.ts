import type { CodeMail } from '@cambio/exchange/client/CodeMail.ts'
import type { MailBrand } from '@cambio/exchange/message/MailBrand.ts'
import type { Mail, MailRail } from '@cambio/exchange/message/MailRail.ts'
import type { Log } from '@cambio/server/log.ts'
import type { Random } from '@cambio/server/Random.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import { brandedMail } from './brandedMail.ts'
import { clientMailText } from './clientMailText.ts'
import { codeText } from './codeText.ts'
import { plainText, type MailContent } from './MailContent.ts'
import { partnerMailText } from './partnerMailText.ts'

/**
 * Mails codes by a mail rail. A mail with an unknown outcome is not sent again: a buyer who misses it asks for another
 * code, which is another mail.
 * @throws Refusal unavailable when a mail was refused
 */
export function codeMail({ mail, random, log }: { mail: MailRail; random: Random; log: Log }): CodeMail {
  return {
    shown: false,
    async send({ email, language, brand, ...named }) {
      const id = random.token(160)
      const outcome = await mail.send({
        id,
        to: email,
        ...written(named.partner, codeText(language, named), brand),
      })
      if (outcome.is === 'unknown') log.warn('a code may not have been mailed', { reason: outcome.why })
      if (outcome.is === 'refused') {
        log.warn('a code was not mailed', { reason: outcome.why })
        throw new Refusal(
          'unavailable',
          'The code could not be mailed to this address. No money has moved. Check the address, or try again in a minute.',
        )
      }
    },
    async notify(change, brand) {
      const text = written(change.partner, clientMailText(change), brand)
      const outcome = await mail.send({ id: random.token(160), to: change.email, ...text })
      if (outcome.is !== 'sent')
        log.warn('a mail to a client may not have been delivered', { reason: outcome.why })
      return outcome
    },
    async tellPartner(message) {
      const outcome = await mail.send({
        id: random.token(160),
        to: message.email,
        ...partnerMailText(message),
      })
      if (outcome.is !== 'sent')
        log.warn('a mail to a partner may not have been delivered', { reason: outcome.why })
      return outcome
    },
  }
}

/** A mail's words, as text and as HTML in the partner's look. */
function written(
  partner: string,
  content: MailContent,
  brand: MailBrand,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const { subject } = content
  return { subject, text: plainText(content), html: brandedMail(partner, content, brand) }
}
