import type { PayinWait } from '../machine/PayinSummary.ts'
import type { TransferPayin } from './TransferPayin.ts'

/** Money that goes back is handed to the bank once; that it left is said by a statement. */
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
