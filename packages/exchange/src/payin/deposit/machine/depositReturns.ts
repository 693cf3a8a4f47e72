import type { OwedPart } from '../../machine/OwedPart.ts'
import { goingBackSince, type WayBack } from '../../machine/WayBack.ts'
import type { DepositPayin } from './DepositPayin.ts'

/** Coins that wait for a wallet, or were not sent to it. */
export function depositOwed({ deposits, refundAddress }: DepositPayin, isStopped: boolean): OwedPart[] {
  const amounts = deposits.flatMap(({ state, amount }) => (state === 'owed' ? [amount] : []))
  if (amounts.length === 0) return []
  return refundAddress === null
    ? [{ is: 'coins_without_wallet', amounts, isStopped }]
    : [{ is: 'coins', amounts, wallet: refundAddress }]
}

/** The deposits that go back since. */
export function depositWayBack(before: DepositPayin, after: DepositPayin): WayBack | null {
  const leaving = goingBackSince(before.deposits, after.deposits)
  return leaving.length === 0
    ? null
    : { is: 'coins', amounts: leaving.map(({ amount }) => amount), wallet: after.refundAddress }
}
