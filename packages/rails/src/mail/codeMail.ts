import type { CodeMail } from '@cambio/exchange/client/CodeMail.ts'
import type { MailRail } from '@cambio/exchange/message/MailRail.ts'
import type { Log } from '@cambio/server/log.ts'
import type { Random } from '@cambio/server/Random.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import { clientMailText } from './clientMailText.ts'
import { codeText } from './codeText.ts'
import { partnerMailText } from './partnerMailText.ts'

/**
 * Mails codes by a mail rail. A mail with an unknown outcome is not sent again: a buyer who misses it asks for another
 * code, which is another mail. A refused mail is reported: Refusal unavailable.
 */
export function codeMail({ mail, random, log }: { mail: MailRail; random: Random; log: Log }): CodeMail {
  return {
    shown: false,
    async send({ email, language, ...named }) {
      const id = random.token(160)
      const outcome = await mail.send({ id, to: email, ...codeText(language, named) })
      if (outcome.is === 'unknown') log.warn('a code may not have been mailed', { reason: outcome.why })
      if (outcome.is === 'refused') {
        log.warn('a code was not mailed', { reason: outcome.why })
        throw new Refusal(
          'unavailable',
          'The code could not be mailed to this address. No money has moved. Check the address, or try again in a minute.',
        )
      }
    },
    async notify(change) {
      const outcome = await mail.send({ id: random.token(160), to: change.email, ...clientMailText(change) })
      if (outcome.is !== 'sent')
        log.warn('a mail to a client may not have been delivered', { reason: outcome.why })
      return outcome
    },
    async tellPartner(told) {
      const outcome = await mail.send({ id: random.token(160), to: told.email, ...partnerMailText(told) })
      if (outcome.is !== 'sent')
        log.warn('a mail to a partner may not have been delivered', { reason: outcome.why })
      return outcome
    },
  }
}
