import type { AttemptResult } from '@cambio/wire/order/Order.ts'
import type { PayinData } from '../../machine/PayinData.ts'
import type { Transfer, TransferPayin } from './TransferPayin.ts'

/** A pay-in by bank transfer as partner and buyer see it. */
export function transferData({ transfers }: TransferPayin, placedAt: Date): PayinData {
  return {
    method: 'sepa',
    card: null,
    coins: null,
    attempts: transfers.map(({ seenAt, state }) => ({
      at: seenAt ?? placedAt,
      method: 'sepa',
      result: results[state],
      declineReason: null,
    })),
  }
}

const results: Readonly<Record<Transfer['state'], AttemptResult>> = {
  received: 'succeeded',
  returning: 'succeeded',
  returned: 'succeeded',
  owed: 'succeeded',
  closed: 'succeeded',
  taken_back: 'undone',
}
