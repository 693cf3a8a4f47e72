/**
 * Hashes passwords slowly, so that a stolen hash says little. Partners take turns, so that one with many waits for them
 * alone.
 */
export type Passwords = {
  /** @throws Refusal unavailable, where too many of this partner wait */
  hash(password: string, partnerId: string): Promise<string>
  /**
   * Whether a password is the one of a hash. Without a hash the same work is done and the answer is no, so that the
   * time says nothing about who is registered.
   * @throws Refusal unavailable, where too many of this partner wait
   */
  isRight(password: string, hash: string | undefined, partnerId: string): Promise<boolean>
}
