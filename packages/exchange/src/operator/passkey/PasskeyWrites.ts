/** A passkey as stored: the public key, and what is known of the authenticator that has the private key. */
export type NewPasskey = {
  readonly id: string
  /** The authenticator's id of it, base64url. */
  readonly credentialId: string
  /** COSE_Key (RFC 9052). */
  readonly publicKey: Uint8Array
  /** The authenticator's signature counter; always 0 where it does not count. */
  readonly counter: number
  /** Whether it is backed up outside the device, such as in a password manager. */
  readonly isBackedUp: boolean
  readonly transports: readonly string[]
  /** The name that its owner knows it by. */
  readonly name: string
}

/** A passkey as its owner sees it. */
export type Passkey = Pick<NewPasskey, 'id' | 'credentialId' | 'isBackedUp' | 'transports' | 'name'> & {
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

/** How verbs change the passkeys of partners' contacts, in one transaction. */
export type PartnerPasskeyWrites = {
  /**
   * Locks and returns the passkeys of the partner's contact with this address. Another transaction that would change
   * them waits.
   */
  lock(partnerId: string, email: string): Promise<readonly Passkey[]>
  /** Adds a passkey; false where the credential already exists. */
  add(partnerId: string, email: string, passkey: NewPasskey): Promise<boolean>
  /** Removes a passkey and ends the sessions that it opened. */
  remove(partnerId: string, id: string): Promise<void>
}
