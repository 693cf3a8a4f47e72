import type { PayinGroup, VerificationLevel } from '@cambio/wire/Payment.ts'

/** What a client of each level may pay in over 30 days, in EUR cents. */
export type LevelCaps = Readonly<Record<VerificationLevel, bigint>>

/** The caps of each way of paying. */
export type Caps = Readonly<Record<PayinGroup, LevelCaps>>

/** What a fresh installation allows until the operator says otherwise. */
export const standardCaps: Caps = {
  card: {
    unverified: 0n,
    email_phone: 0n,
    basic: 15_000n,
    identity: 100_000n,
    address: 1_500_000n,
    bank_statement: 100_000_000n,
  },
}
