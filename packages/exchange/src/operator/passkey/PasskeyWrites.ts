/** A passkey as it is kept: the public half of a key pair, and what is known of the authenticator that has the other half. */
export type NewPasskey = {
  readonly id: string
  /** What the authenticator calls it, base64url. */
  readonly credentialId: string
  /** COSE_Key (RFC 9052). */
  readonly publicKey: Uint8Array
  /** How often the authenticator says it was used; 0 for ever where it does not count. */
  readonly counter: number
  /** Whether it also exists outside this device, such as in a password manager. */
  readonly isBackedUp: boolean
  readonly transports: readonly string[]
  /** What its person knows it by. */
  readonly name: string
}

/** A passkey as its person sees it. */
export type Passkey = Pick<NewPasskey, 'id' | 'credentialId' | 'isBackedUp' | 'transports' | 'name'> & {
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

/** What verbs write about the passkeys of partners' contacts, in one transaction. */
export type PartnerPasskeyWrites = {
  /** The passkeys of the partner's contact with this address. Another transaction that would change them waits. */
  lock(partnerId: string, email: string): Promise<readonly Passkey[]>
  /** False where somebody has this credential already. */
  add(partnerId: string, email: string, passkey: NewPasskey): Promise<boolean>
  /** Ends the sessions that it opened, too. */
  remove(partnerId: string, id: string): Promise<void>
}
