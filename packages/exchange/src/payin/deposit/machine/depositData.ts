import type { AttemptResult } from '@cambio/wire/order/Order.ts'
import type { PayinData } from '../../machine/PayinData.ts'
import type { Deposit, DepositPayin } from './DepositPayin.ts'

/** A pay-in by coins as partner and buyer see it. */
export function depositData({ address, deposits }: DepositPayin, placedAt: Date): PayinData {
  return {
    method: 'crypto',
    card: null,
    coins: { address, isSeen: deposits.some(({ state }) => state !== 'gone') },
    attempts: deposits.map(({ seenAt, minedAt, state }) => ({
      at: seenAt ?? minedAt ?? placedAt,
      method: 'crypto',
      result: results[state],
      declineReason: null,
    })),
  }
}

const results: Readonly<Record<Deposit['state'], AttemptResult>> = {
  seen: 'open',
  gone: 'undone',
  received: 'succeeded',
  owed: 'succeeded',
  returning: 'succeeded',
  returned: 'succeeded',
  closed: 'succeeded',
  lost: 'undone',
}
