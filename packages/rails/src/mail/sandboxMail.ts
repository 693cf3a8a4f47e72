import type { CodeMail } from '@cambio/exchange/client/CodeMail.ts'
import type { MailBrand } from '@cambio/exchange/message/MailBrand.ts'
import type { Outbox } from '@cambio/exchange/message/Outbox.ts'
import { asPage, brandedMail } from './brandedMail.ts'
import { clientMailText } from './clientMailText.ts'
import { codeText } from './codeText.ts'
import { plainText, type MailContent } from './MailContent.ts'
import { partnerMailText } from './partnerMailText.ts'

/** The sandbox's mail: nothing is sent. The screen that asks for the code shows it, and the outbox keeps it. */
export function sandboxMail({ outbox }: { outbox: Outbox }): CodeMail {
  async function keep(
    recipient: string,
    partner: string,
    { content, brand }: { readonly content: MailContent; readonly brand: MailBrand },
  ): Promise<void> {
    const body = `${content.subject}\n\n${plainText(content)}`
    const page = asPage(brandedMail(partner, content, brand))
    await outbox.keep({ kind: 'mail', recipient, body, page })
  }

  return {
    shown: true,
    async send({ email, language, brand, ...named }) {
      await keep(email, named.partner, { content: codeText(language, named), brand })
    },
    async notify(change, brand) {
      await keep(change.email, change.partner, { content: clientMailText(change), brand })
      return { is: 'sent' }
    },
    async tellPartner(message) {
      const { subject, text } = partnerMailText(message)
      await outbox.keep({ kind: 'mail', recipient: message.email, body: `${subject}\n\n${text}` })
      return { is: 'sent' }
    },
  }
}
