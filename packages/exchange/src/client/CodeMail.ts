import type { Language } from '@cambio/wire/language/languages.ts'
import type { ClientMail } from '../message/ClientMail.ts'
import type { MailBrand } from '../message/MailBrand.ts'
import type { MailOutcome } from '../message/MailRail.ts'
import type { PartnerMail } from '../message/PartnerMail.ts'

/** Sends six-digit codes to buyers by mail, and other mails to clients and partners. */
export type CodeMail = {
  /** Whether the code is shown on the screen instead of sent, as only a sandbox does. */
  readonly shown: boolean
  /** @throws Refusal unavailable where it was not sent */
  send(input: {
    readonly email: string
    readonly code: string
    /** The address that proves receipt of the mail when opened, which allows its reader's browser more tries. */
    readonly link: string
    readonly partner: string
    /** What the code is for; omitted for signing in to buy. */
    readonly purpose?: 'password'
    readonly language: Language
    readonly brand: MailBrand
  }): Promise<void>
  /** Hands a mail to the mail server once. It never throws. */
  notify(mail: ClientMail, brand: MailBrand): Promise<MailOutcome>
  /** Hands a mail for a partner's contact to the mail server once. It never throws. */
  tellPartner(mail: PartnerMail): Promise<MailOutcome>
}
