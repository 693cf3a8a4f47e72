import { act, type DoneAct, type OperatorDeps, type Outcome, type ByOptionalReason } from '../act.ts'

/** The name of a back-up's act, by which its age is known. */
export const BACKUP = 'backup'

/** Records that the databases were backed up: where to, and the back-up's label. */
export function keepBackup(
  deps: OperatorDeps<object>,
  { detail, ...by }: ByOptionalReason & { readonly detail: object },
): Promise<Outcome<null, never>> {
  return act<object, null, never>(deps, by, async (): Promise<DoneAct<null>> => ({
    is: 'done',
    done: null,
    act: BACKUP,
    about: { is: 'exchange', detail },
  }))
}
