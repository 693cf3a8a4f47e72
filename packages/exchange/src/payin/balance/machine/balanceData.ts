import type { AttemptResult } from '@cambio/wire/order/Order.ts'
import type { PayinData } from '../../machine/PayinData.ts'
import type { BalancePayin } from './BalancePayin.ts'

/** A pay-in from a balance as partner and buyer may know it: one attempt, made with the order. */
export function balanceData({ state }: BalancePayin, placedAt: Date): PayinData {
  const attempt = { at: placedAt, method: 'balance', result: results[state], declineReason: null } as const
  return { card: null, coins: null, attempts: [attempt] }
}

const results: Readonly<Record<BalancePayin['state'], AttemptResult>> = {
  reserved: 'open',
  released: 'undone',
  taken: 'succeeded',
  returned: 'succeeded',
  closed: 'succeeded',
}
