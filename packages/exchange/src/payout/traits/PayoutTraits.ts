import type { PayoutGroup } from '@cambio/wire/Group.ts'

/** What orders, prices and limits need to know about a way to pay out. */
export type PayoutTraits = {
  /** The money stays with us, on a registered client's balance: it costs no network fee and goes to no address. */
  readonly isToBalance: boolean
  /** Coins go to a wallet, which is screened, by a transaction that a reorganisation can undo. */
  readonly isOnChain: boolean
  /** A bank reports the outcome, within hours or days. */
  readonly isByBank: boolean
}

const no = { isToBalance: false, isOnChain: false, isByBank: false } as const

/** One entry for each way to pay out. */
const traits = {
  crypto: { ...no, isOnChain: true },
  sepa: { ...no, isByBank: true },
  balance: { ...no, isToBalance: true },
} as const satisfies Record<PayoutGroup, PayoutTraits>

/** The traits of a way to pay out. A stored order may have one that no version sells any more: it has none of them. */
export function payoutTraitsOf(group: PayoutGroup): PayoutTraits {
  return Object.hasOwn(traits, group) ? traits[group] : no
}
