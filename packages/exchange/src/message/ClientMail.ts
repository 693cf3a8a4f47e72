import type { MailBrand } from './MailBrand.ts'
import type { MailOutcome } from './MailRail.ts'

/** What is mailed to a client, other than a code. */
export type ClientMail = {
  readonly is: 'withdrawals_locked'
  readonly email: string
  /** The name of the partner whose client it is. */
  readonly partner: string
  /** When withdrawals are possible again. */
  readonly until: Date
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
