import type { PayinGroup, VerificationLevel } from '@cambio/wire/Payment.ts'

/** What a client of each level may pay in over 30 days, in EUR cents. */
export type LevelCaps = Readonly<Record<VerificationLevel, bigint>>

/** The caps of each way of paying. */
export type Caps = Readonly<Record<PayinGroup, LevelCaps>>
