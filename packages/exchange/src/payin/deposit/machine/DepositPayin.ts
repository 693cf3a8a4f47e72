import type { Money } from '@cambio/wire/Money.ts'

/** A pay-in by coins: whatever comes to an address that is this order's alone. */
export type DepositPayin = {
  readonly is: 'deposit'
  readonly address: string
  /** Where money that the order does not take goes back to; null until the buyer has given an address. */
  readonly refundAddress: string | null
  readonly deposits: readonly Deposit[]
}

/**
 * One transfer of coins that came, or was seen coming.
 *
 *   seen ─► received ─► owed ─► returning ─► returned
 *   │ ▲        │       │ │ ▲        │
 *   ▼ │        ▼       │ │ └────────┘
 *   gone      lost ◄───┘ └► closed
 *
 * What is lost may come again, and is then what it was, or is owed. What was returned is owed again when a reorganisation
 * has its payment move nothing after all.
 */
export type Deposit = {
  readonly number: number
  /** The transaction, and which of its transfers to this address: a deposit counts once, however often it is reported. */
  readonly entry: string
  readonly amount: Money
  readonly sender: string
  /** When the exchange first saw it; null where that was not written down yet. */
  readonly seenAt: Date | null
  /** When its block was made; null while it is in none that is final. */
  readonly minedAt: Date | null
  /** Whether its transaction replaced another one that was seen before. */
  readonly isReplacement: boolean
  /** `gone` never counted, `lost` was taken away by a reorganisation after it had; `closed` was settled by hand. */
  readonly state: 'seen' | 'gone' | 'received' | 'owed' | 'returning' | 'returned' | 'closed' | 'lost'
  /**
   * What it was before a reorganisation removed it, or `written_off` where it was received and the operator bears the
   * loss; null while it is there.
   */
  readonly lostFrom: 'received' | 'written_off' | 'owed' | 'returning' | 'returned' | 'closed' | null
  /** What is taken off for the network when it goes back; null until that is known. It stays so for every try. */
  readonly refundFee: Money | null
  /** How often its way back failed for good: each try is a payment of its own. */
  readonly refundFailures: number
}

/** A transfer as the chain shows it. */
type Sighting = Pick<Deposit, 'entry' | 'amount' | 'sender' | 'isReplacement'>

/** What the chain shows of an order's deposits, and what becomes of those that go back. */
export type DepositFact =
  /** A transaction waits for a block, or is in one that is not final. */
  | ({ readonly is: 'deposit_seen' } & Sighting)
  /** It is final. */
  | ({ readonly is: 'deposit_came'; readonly minedAt: Date } & Sighting)
  /** It is in no block and waits for none: it never counted, or a reorganisation removed it. */
  | { readonly is: 'deposit_gone'; readonly entry: string }
  | { readonly is: 'refund_address_given'; readonly address: string }
  | { readonly is: 'refund_priced'; readonly number: number; readonly fee: Money }
  | ({ readonly is: 'refund_done'; readonly txid: string } & RefundTry)
  /** Nothing was sent, or a reorganisation undid what was: the money is owed again. */
  | ({ readonly is: 'refund_failed'; readonly reason: string } & RefundTry)

/** One payment back to the buyer. */
type RefundTry = {
  readonly number: number
  /** How many had failed before this one, which tells it from the deposit's others. */
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
