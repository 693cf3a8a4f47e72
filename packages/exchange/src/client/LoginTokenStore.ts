import type { Client } from './Client.ts'

/** Who was recognised, and under which of its credentials. */
export type Recognised = Pick<Client, 'id' | 'credentialsVersion'>

/** Tokens that a client's login gives, each good for one session. Kept by their hash alone. */
export type LoginTokenStore = {
  /** Keeps a token of a client, unless its credentials have changed since it was recognised: then false. */
  keep(token: string, input: { readonly client: Recognised; readonly expiresAt: Date }): Promise<boolean>
  /** Uses a token up and tells whose it is; undefined when it is unknown, used or over. */
  take(token: string, at: Date): Promise<Recognised | undefined>
}
