import type { PayinGroup } from '@cambio/wire/Group.ts'

/** What the screens need to know of a way to pay. */
export type PayinTraits = {
  /** The buyer enters a card, and is asked for their details first. */
  readonly isByCard: boolean
  /** The buyer pays with their balance here. */
  readonly isFromBalance: boolean
  /** Their bank sends the money, which takes days: the price is that of its arrival. */
  readonly isByBank: boolean
}

const sentAtOnce: PayinTraits = { isByCard: false, isFromBalance: false, isByBank: false }

/** One entry for each way to pay. */
const traits: Readonly<Record<string, PayinTraits>> = {
  card: { ...sentAtOnce, isByCard: true },
  crypto: sentAtOnce,
  sepa: { ...sentAtOnce, isByBank: true },
  balance: { ...sentAtOnce, isFromBalance: true },
} satisfies Record<PayinGroup, PayinTraits>

/** The traits of a way to pay; none while no way is chosen. */
export function payinTraits(group: string | undefined): PayinTraits {
  return (group === undefined ? undefined : traits[group]) ?? sentAtOnce
}
