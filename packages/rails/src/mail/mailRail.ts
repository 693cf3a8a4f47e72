import type { Rail } from '../Rail.ts'
import { codeMail } from './codeMail.ts'
import type { MailSettings } from './mailSettings.ts'
import { smtpMail } from './smtpMail.ts'

/** Codes by mail, through the operator's own mail server. It moves no money. */
export function mailRail(settings: MailSettings): Rail {
  return {
    payoutWays: [],
    open: ({ random, log }) => ({ mail: codeMail({ mail: smtpMail(settings), random, log }) }),
  }
}
