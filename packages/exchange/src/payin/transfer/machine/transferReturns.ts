import type { OwedPart } from '../../machine/OwedPart.ts'
import { newlyReturning, type Refund } from '../../machine/Refund.ts'
import { objectionToReturn } from './objectionToReturn.ts'
import type { TransferPayin } from './TransferPayin.ts'

/** Transfers that wait for the operator: those that a bank can return as one part, each other one with its reason. */
export function transferOwed({ transfers }: TransferPayin): OwedPart[] {
  const owed = transfers.filter(({ state }) => state === 'owed')
  const returnable = owed.filter(({ payer }) => objectionToReturn(payer) === undefined)
  return [
    ...(returnable.length > 0
      ? [{ is: 'transfer' as const, amounts: returnable.map(({ amount }) => amount) }]
      : []),
    ...owed.flatMap(({ amount, payer }): OwedPart[] => {
      const why = objectionToReturn(payer)
      return why === undefined ? [] : [{ is: 'transfer_by_hand', amounts: [amount], payer, why }]
    }),
  ]
}

/** The transfers that are returned since. */
export function transferRefund(before: TransferPayin, after: TransferPayin): Refund | null {
  const leaving = newlyReturning(before.transfers, after.transfers)
  return leaving.length === 0 ? null : { is: 'transfer', amounts: leaving.map(({ amount }) => amount) }
}
