import type { PayinWait } from '../../machine/PayinSummary.ts'
import type { TransferPayin } from './TransferPayin.ts'

/** Waits between the steps of a refund, which is ordered from the bank once; a statement reports that it left. */
const handingOverMs = [0, 60_000, 600_000, 3_600_000] as const

/**
 * What a pay-in by bank transfer waits for: that money goes back.
 * @param mayReturn false while the order is stopped
 */
export function transferWaits({ transfers }: TransferPayin, mayReturn: boolean): PayinWait[] {
  if (!mayReturn) return []
  return transfers
    .filter(({ state }) => state === 'returning')
    .map(({ number }) => ({ verb: 'refund', number, waitsMs: handingOverMs }))
}
