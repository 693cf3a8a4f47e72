import type { Group, PayinGroup } from '@cambio/wire/Group.ts'

/** What prices, limits, offers and pages need to know about a way to pay in before any money moves. */
export type PayinTraits = {
  /** How long an order waits for its money, milliseconds. */
  readonly waitMs: number
  /** It counts against a client's caps. Money on a balance was counted when it was received. */
  readonly isCapped: boolean
  /** The buyer enters a card, in a country where cards are accepted, and enters their details on the way. */
  readonly isByCard: boolean
  /** A registered client pays with money on its balance: it is reserved when the order is placed. */
  readonly isFromBalance: boolean
  /** The buyer sends the money to us: it arrives at any time, in any amount. */
  readonly isSentByBuyer: boolean
  /** The money is sent to an address of the order's own on the currency's network. */
  readonly isToOwnAddress: boolean
  /** The price is guaranteed until a time, unless the order asks for a floating one. */
  readonly hasGuaranteedPrice: boolean
  /** The money takes days to arrive, so that its order is priced on receipt. */
  readonly isPricedOnReceipt: boolean
  /** An order waits for its client's code before its money is debited. */
  readonly isConfirmedByCode: boolean
}

const MINUTE_MS = 60_000

/** The defaults. */
const usual = {
  isCapped: true,
  isByCard: false,
  isFromBalance: false,
  isSentByBuyer: false,
  isToOwnAddress: false,
  hasGuaranteedPrice: false,
  isPricedOnReceipt: false,
  isConfirmedByCode: false,
} as const

/** One entry for each way to pay in. */
export const payinTraits: Readonly<Record<PayinGroup, PayinTraits>> = {
  card: { ...usual, waitMs: 60 * MINUTE_MS, isByCard: true, hasGuaranteedPrice: true },
  crypto: { ...usual, waitMs: 15 * MINUTE_MS, isSentByBuyer: true, isToOwnAddress: true },
  sepa: { ...usual, waitMs: 3 * 24 * 60 * MINUTE_MS, isSentByBuyer: true, isPricedOnReceipt: true },
  balance: {
    ...usual,
    waitMs: 10 * MINUTE_MS,
    isCapped: false,
    isFromBalance: true,
    isConfirmedByCode: true,
  },
}

/** The traits of a group; undefined where it is not a way to pay in. */
export function traitsOf(group: Group): PayinTraits | undefined {
  return isPayinGroup(group) ? payinTraits[group] : undefined
}

function isPayinGroup(group: Group): group is PayinGroup {
  return Object.hasOwn(payinTraits, group)
}
