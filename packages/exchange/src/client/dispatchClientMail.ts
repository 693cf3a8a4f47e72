import type { ClientMailStore } from '../message/ClientMail.ts'
import type { CodeMail } from './CodeMail.ts'

/**
 * Hands one mail to the mail server, unless that was begun before: a mail that may have been sent is never sent again.
 */
export async function dispatchClientMail(
  { clientMails, mail }: { clientMails: ClientMailStore; mail: Pick<CodeMail, 'notify'> },
  { id }: { id: string },
): Promise<void> {
  const kept = await clientMails.begin(id)
  if (kept) await clientMails.end(id, await mail.notify(kept.mail, kept.brand))
}
