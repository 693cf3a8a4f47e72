import type { Money } from '@cambio/wire/Money.ts'
import type { Theme } from '@cambio/wire/theme/Theme.ts'
import type { LogoFile } from '../../partner/Brand.ts'
import type { Partner } from '../../partner/Partner.ts'

/** What a new partner is made of, but for its credentials. */
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

/** What an update changes; what is left out stays. */
export type PartnerChanges = Partial<
  NewPartner & {
    /** Whether the partner knows who its clients are, so that money may come for them before they are known here. */
    readonly identifiesClients: boolean
    readonly attemptCallbacks: boolean
    /** Lower-cased; who may sign in to the partner's page. Null for nobody. */
    readonly contactEmail: string | null
    readonly theme: Theme | null
    readonly logo: LogoFile | null
    /** The logo on dark ground. */
    readonly logoDark: LogoFile | null
  }
>

/** What a partner signs in with, signs with and has its callbacks signed with. */
export type Credentials = {
  readonly apiKey: string
  readonly secret: string
  readonly callbackSecret: string
}

/** How many were ended. */
export type SignedOut = { readonly sessions: number; readonly loginTokens: number }

/** What the operator's verbs write about a partner, in one transaction. */
export type PartnerWrites = {
  /** The API key of the partner that has this name, one partner left out; undefined where none has. */
  keyOwnerOf(name: string, except: string | null): Promise<string | undefined>
  nameOf(partnerId: string): Promise<string>
  make(partner: NewPartner & Credentials): Promise<Partner>
  /** A new receiver takes callbacks again, whatever the former one answered. Answers with each value before and after. */
  update(partnerId: string, changes: PartnerChanges): Promise<object>
  /**
   * Until when a former one of these credentials still works, the latest of them; null where none does. Another
   * transaction that would rotate them waits.
   */
  formerHoldsUntil(partnerId: string, which: ReadonlySet<keyof Credentials>): Promise<Date | null>
  /** The former credentials stay valid until that time; those before them end at once. */
  rotate(partnerId: string, fresh: Partial<Credentials>, formerUntil: Date): Promise<void>
  /** False where the partner was suspended already. */
  suspend(partnerId: string): Promise<boolean>
  /** False where the partner was not suspended, or belongs to another cell. */
  resume(partnerId: string): Promise<boolean>
  settleTo(partnerId: string, settlement: Partner['settlement']): Promise<void>
  /** Ends the sessions of one client of the partner's, or of all, with the login tokens that would open more. */
  signOut(partnerId: string, clientId: string | null): Promise<SignedOut>
  /** Lets a client withdraw again before its lock ends; false where its withdrawals are not locked. */
  unlockWithdrawals(partnerId: string, clientId: string): Promise<boolean>
  /** Books that a part of the partner's balance was paid to it; false where there is less. */
  payOut(payment: {
    readonly id: string
    readonly partnerId: string
    readonly amount: Money
  }): Promise<boolean>
  /** Has a part of the partner's balance leave for a bank account with the next payment file; false where there is less. */
  payByBank(payment: {
    readonly id: string
    readonly partnerId: string
    readonly amount: Money
    readonly iban: string
    readonly name: string
  }): Promise<boolean>
}
