import type { PayinGroup } from '@cambio/wire/Group.ts'
import type { VerificationLevel } from '@cambio/wire/VerificationLevel.ts'

/** What a client of each level may pay in over 30 days, in EUR cents. */
export type LevelCaps = Readonly<Record<VerificationLevel, bigint>>

/** The ways of paying that are turnover: money on a balance was counted when it was received. */
export type CappedGroup = Exclude<PayinGroup, 'balance'>

/** The caps of each way of paying. */
export type Caps = Readonly<Record<CappedGroup, LevelCaps>>
