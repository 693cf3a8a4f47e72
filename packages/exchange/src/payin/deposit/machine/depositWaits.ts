import type { PayinWait } from '../../machine/PayinSummary.ts'
import type { DepositPayin } from './DepositPayin.ts'

/**
 * Waits between the steps of a refund, which is priced, sent and asked about. Money that comes in is reported by
 * notices.
 */
const refundingMs = [0, 0, 1_000, 1_000, 2_000, 5_000, 15_000, 60_000] as const

/**
 * What a pay-in by coins waits for: that money goes back.
 * @param mayReturn false while the order is stopped
 */
export function depositWaits({ deposits }: DepositPayin, mayReturn: boolean): PayinWait[] {
  if (!mayReturn) return []
  return deposits
    .filter(({ state }) => state === 'returning')
    .map(({ number }) => ({ verb: 'refund', number, waitsMs: refundingMs }))
}
