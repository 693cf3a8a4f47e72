/** Tokens that a client's login gives, each good for one session. Kept by their hash alone. */
export type LoginTokenStore = {
  keep(token: string, input: { readonly clientId: string; readonly expiresAt: Date }): Promise<void>
  /** Uses a token up and tells whose it is; undefined when it is unknown, used or over. */
  take(token: string, at: Date): Promise<string | undefined>
}
