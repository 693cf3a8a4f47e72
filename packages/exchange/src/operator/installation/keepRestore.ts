import { act, type ActStore, type By, type DoneAct, type OperatorDeps, type Outcome } from '../act.ts'

/** Resets what a restored database must not reuse. */
export type Restored = {
  /** Skips deposit addresses: those issued after the back-up already belong to other orders. */
  skipDepositAddresses(): Promise<void>
}

type Parts = { readonly restored: Restored; readonly acts: ActStore }

/** Records that this database was restored, and keeps it from issuing again what was issued after the back-up. */
export function keepRestore(
  deps: OperatorDeps<Parts>,
  { detail, ...by }: By & { readonly detail: object },
): Promise<Outcome<null, never>> {
  return act<Parts, null, never>(deps, by, async ({ restored }): Promise<DoneAct<null>> => {
    await restored.skipDepositAddresses()
    return { is: 'done', done: null, act: 'restore', about: { is: 'exchange', detail } }
  })
}
