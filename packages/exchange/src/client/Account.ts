import type { Metadata } from '@cambio/wire/partner/Metadata.ts'
import type { Client } from './Client.ts'

/** What a partner has registered about a client of its own. The e-mail address is the client's. */
export type Profile = {
  readonly externalId: string
  readonly phone: string | null
  readonly emailVerified: boolean
  readonly phoneVerified: boolean
  readonly firstName: string | null
  readonly lastName: string | null
  /** `YYYY-MM-DD`. */
  readonly birthDate: string | null
  readonly gender: 'male' | 'female' | null
  readonly country: string | null
  /** What its partner stored with it. */
  readonly metadata: Metadata
}

/** A client that its partner has registered. */
export type Account = { readonly client: Client; readonly profile: Profile }

/** Which of the two unique values another account has. */
export type AccountConflict = 'external_id_taken' | 'email_taken'

export type AccountStore = {
  /** Whether its partner has said that the client's address is verified. */
  isEmailVerified(clientId: string): Promise<boolean>
  findByExternalId(partnerId: string, externalId: string): Promise<Account | undefined>
  /** Finds an account, with the hash of its password. */
  findByEmail(partnerId: string, email: string): Promise<(Account & { passwordHash: string }) | undefined>
  /** Creates the account of a client, who may have placed orders before. */
  register(input: {
    readonly partnerId: string
    readonly email: string
    readonly passwordHash: string
    readonly profile: Profile
  }): Promise<'registered' | AccountConflict>
  /**
   * Sets a client's password and ends its sessions and login tokens.
   * @param change.replaces the hash that must be stored now; null for any
   * @returns false where another hash is stored, or none
   */
  setPassword(
    clientId: string,
    change: { readonly passwordHash: string; readonly replaces: string | null },
  ): Promise<boolean>
  /** Stores the country that a client logged in from. */
  noteLogin(clientId: string, country: string): Promise<void>
  update(
    clientId: string,
    change: Pick<Profile, 'phone' | 'emailVerified' | 'phoneVerified' | 'metadata'> & {
      readonly email: string
    },
  ): Promise<'updated' | 'email_taken'>
}
