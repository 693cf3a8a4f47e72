/**
 * Hashes passwords slowly, so that a stolen hash reveals little. Partners take turns, so that one with many requests
 * delays only its own.
 */
export type Passwords = {
  /** @throws Refusal unavailable when too many requests of this partner wait */
  hash(password: string, partnerId: string): Promise<string>
  /**
   * Whether a password matches a hash. Without a hash it does equal work and answers no, so that the time taken does
   * not reveal who is registered.
   * @throws Refusal unavailable, where too many of this partner wait
   */
  isRight(password: string, hash: string | undefined, partnerId: string): Promise<boolean>
}
