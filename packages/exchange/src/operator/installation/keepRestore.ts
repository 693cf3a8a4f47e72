import { act, type ActStore, type By, type Deed, type OperatorDeps, type Outcome } from '../act.ts'

/** What of a restored database must not go on from where it stood. */
export type Restored = {
  /** Leaves out addresses for deposits: those that were given out after the back-up are others' already. */
  skipDepositAddresses(): Promise<void>
}

type Parts = { readonly restored: Restored; readonly acts: ActStore }

/** Keeps that this database was restored, and keeps it from giving anybody what somebody got after the back-up. */
export function keepRestore(
  deps: OperatorDeps<Parts>,
  { detail, ...by }: By & { readonly detail: object },
): Promise<Outcome<null, never>> {
  return act<Parts, null, never>(deps, by, async ({ restored }): Promise<Deed<null>> => {
    await restored.skipDepositAddresses()
    return { is: 'done', done: null, act: 'restore', about: { is: 'exchange', detail } }
  })
}
