import type { PayinMachine } from '../../machine/PayinMachine.ts'
import { depositData } from './depositData.ts'
import { isDepositFact, type DepositFact, type DepositPayin } from './DepositPayin.ts'
import { depositOwed, depositWayBack } from './depositReturns.ts'
import { depositInstructed, depositStep } from './depositStep.ts'
import { depositSummary } from './depositSummary.ts'
import { depositWaits } from './depositWaits.ts'
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
  wayBack: depositWayBack,
  sources: ({ deposits }) =>
    deposits.map(({ state, sender }) => ({ kind: 'sender', text: sender, isReceived: state === 'received' })),
  data: depositData,
}
