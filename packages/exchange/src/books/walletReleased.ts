import type { Money } from '@cambio/wire/Money.ts'
import { chart } from './chart.ts'
import { debit, type Journal } from './Journal.ts'

/**
 * What a wallet holds above its books is booked as put in by the operator, and what is missing, below zero, as taken out.
 * @param released.reference names the wallet
 */
export function walletReleased({
  id,
  reference,
  differences,
}: {
  readonly id: string
  readonly reference: string
  readonly differences: readonly Money[]
}): Journal {
  const postings = differences.flatMap((difference) => [
    ...debit(chart.wallet, difference),
    ...debit(chart.capital, { ...difference, units: -difference.units }),
  ])
  return { id, kind: 'released', reference, postings }
}
