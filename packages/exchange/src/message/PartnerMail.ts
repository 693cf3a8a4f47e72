import type { MailOutcome } from './MailRail.ts'

/** The links by which a partner's contact signs in: each to the page of one partner, once, until then. */
type SignInMail = {
  readonly is: 'sign_in'
  readonly email: string
  readonly links: readonly { readonly partner: string; readonly url: string }[]
  readonly until: Date
}

/** What somebody who has a partner's key may change of how it is set up. */
export type KeyChange =
  | 'origins_set'
  | 'endpoint_added'
  | 'endpoint_changed'
  | 'endpoint_removed'
  | 'endpoint_secret_rotated'
  | 'credentials_rotated'

/** That the key changed something, for a contact who did not do it themselves. */
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

/** That a passkey signs the contact in from now on, or no longer does. */
type PasskeyMail = {
  readonly is: 'passkey_added' | 'passkey_removed'
  readonly email: string
  readonly partner: string
  /** What the contact knows the passkey by. */
  readonly name: string
  readonly at: Date
  /** The partner's page. */
  readonly page: string
}

/** A mail to a partner's contact. */
export type PartnerMail = SignInMail | KeyChangeMail | PasskeyMail

const DAY_MS = 24 * 60 * 60 * 1_000

/** When a mail that the mail server does not take is given up: a link with its end, anything else after a day. */
export function givenUpAt(mail: PartnerMail): Date {
  return mail.is === 'sign_in' ? mail.until : new Date(mail.at.getTime() + DAY_MS)
}

/** Mails on their way to partners' contacts. None is sent again once it may have been sent. */
export type PartnerMailStore = {
  /**
   * Marks a mail as on its way and answers it with when it is given up; undefined when it was marked before. One that was
   * marked and has no outcome is put down as unknown, since it may have been sent.
   */
  begin(id: string): Promise<{ readonly mail: PartnerMail; readonly until: Date } | undefined>
  /** Writes its result. */
  end(id: string, outcome: MailOutcome): Promise<void>
  /** Lets a mail that was not sent wait for its next attempt. */
  retryAt(id: string, at: Date, why: string): Promise<void>
}
