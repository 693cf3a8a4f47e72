import type { MailBrand } from './MailBrand.ts'
import type { MailOutcome } from './MailRail.ts'

/** What is mailed to a client, other than a code. */
export type ClientMail = WithdrawalsLockedMail | PasskeyMail

type WithdrawalsLockedMail = {
  readonly is: 'withdrawals_locked'
  readonly email: string
  /** The name of the client's partner. */
  readonly partner: string
  /** When withdrawals are possible again. */
  readonly until: Date
}

/** That a passkey signs the client in from now on, or no longer does. */
export type PasskeyMail = {
  readonly is: 'passkey_added' | 'passkey_removed'
  readonly email: string
  readonly partner: string
  /** The passkey's name, as the client knows it. */
  readonly name: string
  readonly at: Date
}

/** Mails to clients, each sent at most once. */
export type ClientMailStore = {
  /**
   * Marks a mail as on its way and returns it with its brand; undefined when it was marked before. A marked mail
   * without an outcome becomes `unknown`, since it may have been sent.
   */
  begin(id: string): Promise<{ readonly mail: ClientMail; readonly brand: MailBrand } | undefined>
  /** Stores its outcome. */
  end(id: string, outcome: MailOutcome): Promise<void>
}
