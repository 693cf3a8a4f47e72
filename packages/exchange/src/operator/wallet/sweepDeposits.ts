import { act, type DoneAct, type OperatorDeps, type Outcome, type ByOptionalReason } from '../act.ts'
import type { SweepPlan, SweepStep, WalletControl } from './WalletControl.ts'

/** Why deposits are not swept; `no_network`: the exchange has not used a network yet. Nothing was written. */
export type SweepRefusal = {
  readonly is: 'refused'
  readonly code: 'no_network' | 'node_silent' | 'not_handed_over'
}

/**
 * Makes the transactions that sweep deposits to a wallet of the operator's, and stores what they move.
 * @param input.handOver hands the transactions over for signing; false where that failed, and nothing is stored then
 */
export function sweepDeposits(
  deps: OperatorDeps<{ readonly wallet: WalletControl | null }>,
  {
    destination,
    handOver,
    ...by
  }: ByOptionalReason & {
    readonly destination: string
    readonly handOver: (steps: readonly SweepStep[]) => Promise<boolean>
  },
): Promise<Outcome<SweepPlan, SweepRefusal>> {
  return act(deps, by, async ({ wallet }): Promise<DoneAct<SweepPlan> | SweepRefusal> => {
    if (!wallet) return { is: 'refused', code: 'no_network' }
    const plan = await wallet.planSweep(destination)
    if ('objection' in plan) return { is: 'refused', code: plan.objection }
    await plan.keep(by.actor)
    if (!(await handOver(plan.steps))) return { is: 'refused', code: 'not_handed_over' }
    const detail = { destination, transactions: plan.steps.length }
    return { is: 'done', done: plan, act: 'chain sweep', about: { is: 'exchange', detail } }
  })
}
