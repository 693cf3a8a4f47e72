/** What came to an order's address, as the model knows it. */
export type ModelDeposits = {
  readonly address: `0x${string}`
  readonly coin: string
  arrivals: Arrival[]
  /** Where what the order does not want goes back to, once its buyer has said so. */
  refundWallet: `0x${string}` | null
}

export type Arrival = {
  readonly currency: string
  readonly units: bigint
  /** Height of its block; null while it waits for one. */
  block: number | null
  /** Whether the chain was looked at while it waited. */
  readonly isLookedFor: boolean
  /** `kept` is the order's, `bought` what it bought with; `unwanted` is owed until the buyer says where it goes. */
  state: 'seen' | 'kept' | 'bought' | 'unwanted' | 'going_back'
}

/** What an order in ETH may be for at any price of the model's, in EUR: far enough from what is sent. */
const LEAST = 7_500_000_000_000_000n
const MOST = 3_000_000_000_000_000_000n

export function isInBounds(units: bigint): boolean {
  return units >= LEAST && units <= MOST
}

export function isAbove(units: bigint): boolean {
  return units > MOST
}

/** Coins came that their order does not want: they go back once it is known where. */
export function unwanted(deposits: ModelDeposits, arrivals: readonly Arrival[]): void {
  for (const arrival of arrivals) arrival.state = deposits.refundWallet === null ? 'unwanted' : 'going_back'
}

/** The order's time is over: what has come so far and is not enough is not wanted. What is on its way is waited for. */
export function lapseDeposits(deposits: ModelDeposits): 'nothing' | 'too_little' | 'on_its_way' {
  const own = deposits.arrivals.filter(({ currency }) => currency === deposits.coin)
  if (own.some(({ state }) => state === 'seen')) return 'on_its_way'
  const kept = own.filter(({ state }) => state === 'kept')
  unwanted(deposits, kept)
  return kept.length > 0 ? 'too_little' : 'nothing'
}

/** What its buyer is owed, or has got back, in one coin. */
export function sumOf({ arrivals }: ModelDeposits, wanted: Arrival['state'], coin: string): bigint {
  return arrivals
    .filter(({ state, currency }) => state === wanted && currency === coin)
    .reduce((sum, { units }) => sum + units, 0n)
}

export function has({ arrivals }: ModelDeposits, ...states: readonly Arrival['state'][]): boolean {
  return arrivals.some(({ state }) => states.includes(state))
}

/** Whether nothing came that anybody can have seen. */
export function isUnseen({ arrivals }: ModelDeposits): boolean {
  return arrivals.every(({ isLookedFor, block }) => !isLookedFor && block === null)
}

/** Whether nothing came but what the order never asked for: it goes back without ending the order. */
export function isAnotherCoin(deposits: ModelDeposits | null): boolean {
  return deposits !== null && deposits.arrivals.every(({ currency }) => currency !== deposits.coin)
}
