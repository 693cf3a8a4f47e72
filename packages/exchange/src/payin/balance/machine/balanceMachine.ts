import type { AttemptResult } from '@cambio/wire/order/Order.ts'
import type { PayinData } from '../../machine/PayinData.ts'
import type { PayinMachine } from '../../machine/PayinMachine.ts'
import { isBalanceFact, type BalanceFact, type BalancePayin } from './BalancePayin.ts'
import { balanceInstructed, balanceReserved, balanceStep } from './balanceStep.ts'
import { balanceSummary } from './balanceSummary.ts'

/** A client's money on its balance, reserved until a code confirms the withdrawal. */
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
  refund: (_before, { state }, expected) =>
    state === 'returned' ? { is: 'balance', amounts: [expected] } : null,
  sources: () => [],
  data: balanceData,
}

/** A pay-in from a balance as partner and buyer see it: one attempt, made with the order. */
function balanceData({ state }: BalancePayin, placedAt: Date): PayinData {
  const attempt = { at: placedAt, method: 'balance', result: results[state], declineReason: null } as const
  return { method: 'balance', card: null, coins: null, attempts: [attempt] }
}

const results: Readonly<Record<BalancePayin['state'], AttemptResult>> = {
  reserved: 'open',
  released: 'undone',
  taken: 'succeeded',
  returned: 'succeeded',
  closed: 'succeeded',
}
