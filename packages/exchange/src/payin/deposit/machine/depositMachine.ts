import type { OwedPart } from '../../machine/OwedPart.ts'
import type { PayinMachine } from '../../machine/PayinMachine.ts'
import type { PayinWait } from '../../machine/PayinSummary.ts'
import { newlyReturning, type Refund } from '../../machine/Refund.ts'
import { depositData } from './depositData.ts'
import { isDepositFact, type DepositFact, type DepositPayin } from './DepositPayin.ts'
import { depositInstructed, depositStep } from './depositStep.ts'
import { depositSummary } from './depositSummary.ts'
import { lossesReopened } from './lostStep.ts'

/** Coins that a buyer sends to an address of the order's own. */
export const depositMachine: PayinMachine<DepositPayin, DepositFact> = {
  opened(address) {
    if (address === null) throw new Error('A pay-in by coins has an address')
    return { is: 'deposit', address, refundAddress: null, deposits: [] }
  },
  placed: () => [],
  isFact: isDepositFact,
  step: depositStep,
  instructed: depositInstructed,
  lossesReopened,
  summary: depositSummary,
  waits: depositWaits,
  owed: depositOwed,
  refund: depositRefund,
  sources: ({ deposits }) =>
    deposits.map(({ state, sender }) => ({ kind: 'sender', text: sender, isReceived: state === 'received' })),
  data: depositData,
}

/** Coins that wait for a refund wallet, or were not sent to it. */
function depositOwed({ deposits, refundAddress }: DepositPayin, isStopped: boolean): OwedPart[] {
  const amounts = deposits.flatMap(({ state, amount }) => (state === 'owed' ? [amount] : []))
  if (amounts.length === 0) return []
  return refundAddress === null
    ? [{ is: 'coins_without_wallet', amounts, isStopped }]
    : [{ is: 'coins', amounts, wallet: refundAddress }]
}

/** The deposits that are returned since. */
function depositRefund(before: DepositPayin, after: DepositPayin): Refund | null {
  const leaving = newlyReturning(before.deposits, after.deposits)
  return leaving.length === 0
    ? null
    : { is: 'coins', amounts: leaving.map(({ amount }) => amount), wallet: after.refundAddress }
}

/**
 * Waits between the steps of a refund, which is priced, sent and asked about. Received money is reported by notices.
 */
const refundingMs = [0, 0, 1_000, 1_000, 2_000, 5_000, 15_000, 60_000] as const

/**
 * What a pay-in by coins waits for: its refunds.
 * @param mayReturn false while the order is stopped
 */
function depositWaits({ deposits }: DepositPayin, mayReturn: boolean): PayinWait[] {
  if (!mayReturn) return []
  return deposits
    .filter(({ state }) => state === 'returning')
    .map(({ number }) => ({ verb: 'refund', number, waitsMs: refundingMs }))
}
