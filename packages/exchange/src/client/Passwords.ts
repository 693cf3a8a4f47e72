/** Hashes passwords slowly, so that a stolen hash says little. */
export type Passwords = {
  hash(password: string): Promise<string>
  /**
   * Whether a password is the one of a hash. Without a hash the same work is done and the answer is no, so that the
   * time says nothing about who is registered.
   */
  isRight(password: string, hash: string | undefined): Promise<boolean>
}
