import type { PayinGroup } from '@cambio/wire/Group.ts'
import type { VerificationLevel } from '@cambio/wire/VerificationLevel.ts'
import { payinTraits } from '../payin/traits/PayinTraits.ts'

/** What a client of each level may pay in over 30 days, in EUR cents. */
export type LevelCaps = Readonly<Record<VerificationLevel, bigint>>

/** The ways to pay in that count against caps. Money on a balance was counted when it was received. */
export type CappedGroup = Exclude<PayinGroup, 'balance'>

/** The caps of each way of paying. */
export type Caps = Readonly<Record<CappedGroup, LevelCaps>>

/** The caps of a way to pay in; null where no cap applies to it. */
export function levelCapsOf(caps: Caps, group: PayinGroup): LevelCaps | null {
  return isCapped(group) ? caps[group] : null
}

export function isCapped(group: PayinGroup): group is CappedGroup {
  return payinTraits[group].isCapped
}
