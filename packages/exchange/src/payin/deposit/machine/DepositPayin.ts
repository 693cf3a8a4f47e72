import type { Money } from '@cambio/wire/Money.ts'

/** A pay-in by coins: all that arrives at an address of this order alone. */
export type DepositPayin = {
  readonly is: 'deposit'
  readonly address: string
  /** Where coins that the order does not accept are returned to; null until the buyer has provided an address. */
  readonly refundAddress: string | null
  readonly deposits: readonly Deposit[]
}

/**
 * One transfer of coins that was received, or was seen on its way.
 *
 *   seen ─► received ─► owed ─► returning ─► returned
 *   │ ▲        │       │ │ ▲        │
 *   ▼ │        ▼       │ │ └────────┘
 *   gone      lost ◄───┘ └► closed
 *
 * Lost coins may arrive again, and then have their former state, or are owed. Returned coins are owed again when a
 * reorganisation undoes their payment.
 */
export type Deposit = {
  readonly number: number
  /**
   * The transaction, and the number of its transfer to this address: a deposit counts once, however often it is
   * reported.
   */
  readonly entry: string
  readonly amount: Money
  readonly sender: string
  /** When the exchange first saw it; null where that was not recorded yet. */
  readonly seenAt: Date | null
  /** The time of its block; null until the block is final. */
  readonly minedAt: Date | null
  /** Whether its transaction replaced one that was seen before. */
  readonly isReplacement: boolean
  /** `gone` never counted; `lost` had counted before a reorganisation removed it; `closed` was settled by hand. */
  readonly state: 'seen' | 'gone' | 'received' | 'owed' | 'returning' | 'returned' | 'closed' | 'lost'
  /**
   * Its state before a reorganisation removed it, or `written_off` where it was received and the operator bears the
   * loss; null while it is in the chain.
   */
  readonly lostFrom: 'received' | 'written_off' | 'owed' | 'returning' | 'returned' | 'closed' | null
  /** The network fee deducted when it is returned; null until that is known. It stays the same for every try. */
  readonly refundFee: Money | null
  /** How many of its refunds failed for good: each try is a payment of its own. */
  readonly refundFailures: number
}

/** A transfer as the chain shows it. */
type Sighting = Pick<Deposit, 'entry' | 'amount' | 'sender' | 'isReplacement'>

/** A change of an order's deposits on the chain, or of their refunds. */
export type DepositFact =
  /** A transaction waits for a block, or is in one that is not final. */
  | ({ readonly is: 'deposit_seen' } & Sighting)
  /** It is final. */
  | ({ readonly is: 'deposit_came'; readonly minedAt: Date } & Sighting)
  /** It is in no block and not pending: it never counted, or a reorganisation removed it. */
  | { readonly is: 'deposit_gone'; readonly entry: string }
  | { readonly is: 'refund_address_given'; readonly address: string }
  | { readonly is: 'refund_priced'; readonly number: number; readonly fee: Money }
  | ({ readonly is: 'refund_done'; readonly txid: string } & RefundTry)
  /** Nothing was sent, or a reorganisation undid it: the money is owed again. */
  | ({ readonly is: 'refund_failed'; readonly reason: string } & RefundTry)

/** One refund payment to the buyer. */
type RefundTry = {
  readonly number: number
  /** How many failed before this one, which identifies it among the deposit's refunds. */
  readonly failures: number
}

const facts: ReadonlySet<string> = new Set([
  'deposit_seen',
  'deposit_came',
  'deposit_gone',
  'refund_address_given',
  'refund_priced',
  'refund_done',
  'refund_failed',
] satisfies DepositFact['is'][])

/** Whether a fact about an order is one about its pay-in by coins. */
export function isDepositFact(fact: { readonly is: string }): fact is DepositFact {
  return facts.has(fact.is)
}

/** @throws Error when there is no deposit of that number */
export function depositOf({ deposits }: DepositPayin, number: number): Deposit {
  const deposit = deposits.find((other) => other.number === number)
  if (!deposit) throw new Error(`There is no deposit ${number}`)
  return deposit
}
