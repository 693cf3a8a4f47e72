/** Whether coins and money may leave now, and how much of it. */
export type PayoutRules = {
  /** Whether nothing leaves, in any currency. */
  readonly allPaused: boolean
  /** The currencies that do not leave, whatever holds for all. */
  readonly paused: ReadonlySet<string>
  /** What may leave in any 60 minutes, EUR cents; null: any amount. */
  readonly hourEurCents: bigint | null
  /** What may leave in any 24 hours, EUR cents; null: any amount. */
  readonly dayEurCents: bigint | null
}

/** Whether the operator has paused what leaves in a currency. */
export function isPaused({ allPaused, paused }: PayoutRules, currency: string): boolean {
  return allPaused || paused.has(currency)
}
