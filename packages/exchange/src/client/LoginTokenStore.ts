import type { Client } from './Client.ts'

/** The client that was recognised, and the version of the credentials that it used. */
export type Recognised = Pick<Client, 'id' | 'credentialsVersion'>

/** Tokens issued by a client's login, each valid for one session. Only their hashes are stored. */
export type LoginTokenStore = {
  /**
   * Stores a client's token.
   * @returns false, and stores nothing, if the credentials have changed since the client was recognised
   */
  keep(token: string, input: { readonly client: Recognised; readonly expiresAt: Date }): Promise<boolean>
  /** Uses a token up. @returns its client; undefined when the token is unknown, used or expired */
  take(token: string, at: Date): Promise<Recognised | undefined>
}
