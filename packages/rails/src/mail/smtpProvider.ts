import type { Provider } from '../Provider.ts'
import { codeMail } from './codeMail.ts'
import type { MailSettings } from './mailSettings.ts'
import { smtpMail } from './smtpMail.ts'

/** Mails codes through the operator's own mail server. */
export function smtpProvider(settings: MailSettings): Provider<'mail'> {
  return {
    kind: 'mail',
    name: 'smtp',
    open: ({ random, log }) => ({ answers: codeMail({ mail: smtpMail(settings), random, log }) }),
  }
}
