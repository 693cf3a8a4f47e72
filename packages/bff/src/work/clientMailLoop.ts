import type { CodeMail } from '@cambio/exchange/client/CodeMail.ts'
import { dispatchClientMail } from '@cambio/exchange/client/dispatchClientMail.ts'
import type { ClientMailStore } from '@cambio/exchange/message/ClientMail.ts'
import type { DueLoop } from '@cambio/server/work/due.ts'
import { dueClientMails } from '../store/client/clientMails.ts'
import { pace } from './pace.ts'

/** Mails to clients go to the mail server, each once. */
export function clientMailLoop(deps: { clientMails: ClientMailStore; mail: CodeMail }): DueLoop {
  return { ...dueClientMails, ...pace, work: (id) => dispatchClientMail(deps, { id }) }
}
