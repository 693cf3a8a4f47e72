import type { CodeMail } from '@cambio/exchange/client/CodeMail.ts'
import { dispatchPartnerMail } from '@cambio/exchange/message/dispatchPartnerMail.ts'
import type { PartnerMailStore } from '@cambio/exchange/message/PartnerMail.ts'
import type { DueLoop } from '@cambio/server/work/due.ts'
import { duePartnerMails } from '../store/partnerMails.ts'
import { pace } from './pace.ts'

/** Mails to partners' contacts go to the mail server, again and again while it takes none. */
export function partnerMailLoop(deps: {
  partnerMails: PartnerMailStore
  mail: CodeMail
  now: () => Date
}): DueLoop {
  const work = (id: string, attempts: number) => dispatchPartnerMail(deps, { id, attempts })
  return { ...duePartnerMails, ...pace, work }
}
