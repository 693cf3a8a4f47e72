import type { MailBrand } from './MailBrand.ts'
import type { MailOutcome } from './MailRail.ts'

/** What is mailed to a client, other than a code. */
export type ClientMail = WithdrawalsLockedMail | PasskeyMail

type WithdrawalsLockedMail = {
  readonly is: 'withdrawals_locked'
  readonly email: string
  /** The name of the partner whose client it is. */
  readonly partner: string
  /** When withdrawals are possible again. */
  readonly until: Date
}

/** That a passkey signs the client in from now on, or no longer does. */
export type PasskeyMail = {
  readonly is: 'passkey_added' | 'passkey_removed'
  readonly email: string
  readonly partner: string
  /** What the client knows the passkey by. */
  readonly name: string
  readonly at: Date
}

/** Mails on their way to clients, each sent at most once. */
export type ClientMailStore = {
  /**
   * Marks a mail as on its way and answers it with its look; undefined when it was marked before. One that was marked and has no outcome
   * is put down as unknown, since it may have been sent.
   */
  begin(id: string): Promise<{ readonly mail: ClientMail; readonly brand: MailBrand } | undefined>
  /** Writes its result. */
  end(id: string, outcome: MailOutcome): Promise<void>
}
