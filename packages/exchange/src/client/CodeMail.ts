import type { Language } from '@cambio/wire/language/languages.ts'
import type { ClientMail } from '../message/ClientMail.ts'
import type { MailBrand } from '../message/MailBrand.ts'
import type { MailOutcome } from '../message/MailRail.ts'
import type { PartnerMail } from '../message/PartnerMail.ts'

/** Takes a six-digit code to a buyer's mailbox, and tells clients and partners by mail what is theirs to know. */
export type CodeMail = {
  /** Whether the code is shown on the screen instead of sent, which only a sandbox does. */
  readonly shown: boolean
  /** @throws Refusal unavailable where it was not sent */
  send(input: {
    readonly email: string
    readonly code: string
    /** Where the reader of the mail shows that they received it, which gives their browser more tries. */
    readonly link: string
    readonly partner: string
    /** What the code is for; left out for signing in where somebody buys. */
    readonly purpose?: 'password'
    readonly language: Language
    readonly brand: MailBrand
  }): Promise<void>
  /** Hands a mail over once. It never throws. */
  notify(mail: ClientMail, brand: MailBrand): Promise<MailOutcome>
  /** Hands a mail to a partner's contact over once. It never throws. */
  tellPartner(mail: PartnerMail): Promise<MailOutcome>
}
