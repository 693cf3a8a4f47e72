import type { Client } from '../client/Client.ts'

/** What a limit asked for, opened by the token in a verification address. */
export type Verification = {
  readonly clientId: string
  readonly orderId: string | null
  readonly level: Client['level']
  readonly expiresAt: Date
}

export type VerificationStore = {
  /** Kept by the token's hash alone. */
  keep(token: string, verification: Verification): Promise<void>
  find(token: string): Promise<Verification | undefined>
  /** Uses the token up; false when it was used already. */
  use(token: string, at: Date): Promise<boolean>
}
