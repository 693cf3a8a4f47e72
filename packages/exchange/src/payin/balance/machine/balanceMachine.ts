import type { PayinMachine } from '../../machine/PayinMachine.ts'
import { balanceData } from './balanceData.ts'
import { isBalanceFact, type BalanceFact, type BalancePayin } from './BalancePayin.ts'
import { balanceInstructed, balanceReserved, balanceStep } from './balanceStep.ts'
import { balanceSummary } from './balanceSummary.ts'

/** Money of the client's that is with us, set aside until a code confirms it. */
export const balanceMachine: PayinMachine<BalancePayin, BalanceFact> = {
  opened: () => ({ is: 'balance', state: 'reserved', wrongCodes: 0 }),
  placed: (_payin, context) => [balanceReserved(context)],
  isFact: isBalanceFact,
  step: balanceStep,
  instructed: balanceInstructed,
  lossesReopened: () => null,
  summary: balanceSummary,
  waits: () => [],
  owed: () => [],
  wayBack: (_before, { state }, expected) =>
    state === 'returned' ? { is: 'balance', amounts: [expected] } : null,
  sources: () => [],
  data: balanceData,
}
