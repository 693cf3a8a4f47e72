/** Whether coins and money may leave now, and how much of it. */
export type PayoutRules = {
  /** Whether all pay-outs are paused, in every currency. */
  readonly allPaused: boolean
  /** The currencies whose pay-outs are paused on their own. */
  readonly paused: ReadonlySet<string>
  /** What may leave in any 60 minutes, EUR cents; null: any amount. */
  readonly hourEurCents: bigint | null
  /** What may leave in any 24 hours, EUR cents; null: any amount. */
  readonly dayEurCents: bigint | null
}

/** Whether the operator has paused pay-outs in a currency. */
export function isPaused({ allPaused, paused }: PayoutRules, currency: string): boolean {
  return allPaused || paused.has(currency)
}
