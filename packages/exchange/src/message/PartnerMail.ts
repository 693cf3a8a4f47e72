import type { MailOutcome } from './MailRail.ts'

/** The links by which a partner's contact signs in. Each opens one partner's page, once, until it expires. */
type SignInMail = {
  readonly is: 'sign_in'
  readonly email: string
  readonly links: readonly { readonly partner: string; readonly url: string }[]
  readonly until: Date
}

/** A change to a partner's setup that its key allows. */
export type KeyChange =
  | 'origins_set'
  | 'theme_set'
  | 'logo_set'
  | 'endpoint_added'
  | 'endpoint_changed'
  | 'endpoint_removed'
  | 'endpoint_secret_rotated'
  | 'credentials_rotated'

/** Reports a change made with the key to a contact who did not make it themselves. */
type KeyChangeMail = {
  readonly is: 'key_change'
  readonly email: string
  readonly partner: string
  readonly change: KeyChange
  /** What was changed, such as an endpoint's address; no secret. */
  readonly about: string
  readonly at: Date
  /** The partner's page. */
  readonly page: string
}

/** Reports that a passkey signs the contact in from now on, or no longer does. */
type PasskeyMail = {
  readonly is: 'passkey_added' | 'passkey_removed'
  readonly email: string
  readonly partner: string
  /** The passkey's name, as the contact knows it. */
  readonly name: string
  readonly at: Date
  /** The partner's page. */
  readonly page: string
}

/** A mail to a partner's contact. */
export type PartnerMail = SignInMail | KeyChangeMail | PasskeyMail

const DAY_MS = 24 * 60 * 60 * 1_000

/** When to give up a mail that the mail server does not accept: a link when it expires, anything else after a day. */
export function givenUpAt(mail: PartnerMail): Date {
  return mail.is === 'sign_in' ? mail.until : new Date(mail.at.getTime() + DAY_MS)
}

/** Mails to partners' contacts. One that may have been sent is never sent again. */
export type PartnerMailStore = {
  /**
   * Marks a mail as on its way and returns it with the time when it is given up; undefined when it was marked before. A
   * marked mail without an outcome becomes `unknown`, since it may have been sent.
   */
  begin(id: string): Promise<{ readonly mail: PartnerMail; readonly until: Date } | undefined>
  /** Stores its outcome. */
  end(id: string, outcome: MailOutcome): Promise<void>
  /** Schedules the next attempt of a mail that was not sent. */
  retryAt(id: string, at: Date, why: string): Promise<void>
}
