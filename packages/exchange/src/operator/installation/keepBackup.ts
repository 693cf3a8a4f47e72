import { act, type Deed, type OperatorDeps, type Outcome, type QuietBy } from '../act.ts'

/** The word that the act of a back-up is kept under, by which its age is known. */
export const BACKUP = 'backup'

/** Keeps that the databases were backed up: where to, and what the back-up is known by. */
export function keepBackup(
  deps: OperatorDeps<object>,
  { detail, ...by }: QuietBy & { readonly detail: object },
): Promise<Outcome<null, never>> {
  return act<object, null, never>(deps, by, async (): Promise<Deed<null>> => ({
    is: 'done',
    done: null,
    act: BACKUP,
    about: { is: 'exchange', detail },
  }))
}
