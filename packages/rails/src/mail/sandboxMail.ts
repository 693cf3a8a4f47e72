import type { CodeMail } from '@cambio/exchange/client/CodeMail.ts'
import type { Outbox } from '@cambio/exchange/message/Outbox.ts'
import { clientMailText } from './clientMailText.ts'
import { codeText } from './codeText.ts'
import { partnerMailText } from './partnerMailText.ts'

/** The sandbox's mail: nothing leaves, the code is shown on the screen that asks for it, and the outbox keeps it. */
export function sandboxMail({ outbox }: { outbox: Outbox }): CodeMail {
  return {
    shown: true,
    async send({ email, language, ...named }) {
      const { subject, text } = codeText(language, named)
      await outbox.keep({ kind: 'mail', recipient: email, body: `${subject}\n\n${text}` })
    },
    async notify(change) {
      const { subject, text } = clientMailText(change)
      await outbox.keep({ kind: 'mail', recipient: change.email, body: `${subject}\n\n${text}` })
      return { is: 'sent' }
    },
    async tellPartner(told) {
      const { subject, text } = partnerMailText(told)
      await outbox.keep({ kind: 'mail', recipient: told.email, body: `${subject}\n\n${text}` })
      return { is: 'sent' }
    },
  }
}
