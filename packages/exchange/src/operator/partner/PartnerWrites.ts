import type { Money } from '@cambio/wire/Money.ts'
import type { Theme } from '@cambio/wire/theme/Theme.ts'
import type { LogoFile } from '../../partner/Brand.ts'
import type { Partner } from '../../partner/Partner.ts'

/** A new partner's data, without its credentials. */
export type NewPartner = Pick<
  Partner,
  | 'name'
  | 'origins'
  | 'callbackUrl'
  | 'callbackVersion'
  | 'statuses'
  | 'requireTimestamp'
  | 'leastSignatureVersion'
  | 'allowedAddresses'
  | 'firstOrderFree'
>

/** What an update changes; omitted members stay. */
export type PartnerChanges = Partial<
  NewPartner & {
    /** Whether the partner identifies its clients, so that they may pay in before they are identified here. */
    readonly identifiesClients: boolean
    readonly attemptCallbacks: boolean
    /** The lower-cased address that may sign in to the partner's page; null for none. */
    readonly contactEmail: string | null
    readonly theme: Theme | null
    readonly logo: LogoFile | null
    /** The logo for a dark background. */
    readonly logoDark: LogoFile | null
  }
>

/** A partner's API key, its signing secret and the secret of its callbacks. */
export type Credentials = {
  readonly apiKey: string
  readonly secret: string
  readonly callbackSecret: string
}

/** How many of each were ended. */
export type SignedOut = { readonly sessions: number; readonly loginTokens: number }

/** How the operator's verbs change a partner, in one transaction. */
export type PartnerWrites = {
  /** The API key of the partner with this name, except one partner; undefined where none has it. */
  keyOwnerOf(name: string, except: string | null): Promise<string | undefined>
  nameOf(partnerId: string): Promise<string>
  make(partner: NewPartner & Credentials): Promise<Partner>
  /**
   * Changes a partner. A new endpoint gets callbacks again, whatever the former one answered.
   * @returns each changed value before and after
   */
  update(partnerId: string, changes: PartnerChanges): Promise<object>
  /**
   * The latest time until which a former one of these credentials works; null where none does. Another transaction that
   * would rotate them waits.
   */
  formerHoldsUntil(partnerId: string, which: ReadonlySet<keyof Credentials>): Promise<Date | null>
  /** Sets new credentials. The former ones stay valid until the given time; those before them end at once. */
  rotate(partnerId: string, fresh: Partial<Credentials>, formerUntil: Date): Promise<void>
  /** Suspends a partner; false where it was already suspended. */
  suspend(partnerId: string): Promise<boolean>
  /** Resumes a partner; false where it was not suspended, or belongs to another cell. */
  resume(partnerId: string): Promise<boolean>
  settleTo(partnerId: string, settlement: Partner['settlement']): Promise<void>
  /** Ends the sessions and login tokens of one of the partner's clients, or of all. */
  signOut(partnerId: string, clientId: string | null): Promise<SignedOut>
  /** Ends a client's withdrawal lock early; false where its withdrawals are not locked. */
  unlockWithdrawals(partnerId: string, clientId: string): Promise<boolean>
  /** Books that a part of the partner's balance was paid to it; false where the balance is too small. */
  payOut(payment: {
    readonly id: string
    readonly partnerId: string
    readonly amount: Money
  }): Promise<boolean>
  /**
   * Schedules a part of the partner's balance for the next payment file, to a bank account; false where the balance is
   * too small.
   */
  payByBank(payment: {
    readonly id: string
    readonly partnerId: string
    readonly amount: Money
    readonly iban: string
    readonly name: string
  }): Promise<boolean>
}
