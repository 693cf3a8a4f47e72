import type { Clock } from '@cambio/server/Clock.ts'
import type { Database, Query } from '@cambio/server/postgres/Database.ts'
import { keepAct } from '../store/operatorActs.ts'

/** The dependencies of an operator's act. */
export type ActDeps = {
  readonly query: Query
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  /** The actor where no one is named. */
  readonly operator: string
}

/** An act as it is recorded. */
export type Called = {
  /** Its name. */
  readonly act: string
  /** Its subject. */
  readonly about: string
  /** Its options, `actor` and `reason` among them. */
  readonly options: { readonly actor?: string | undefined; readonly reason?: string | undefined }
}

/** Does an act's work in one transaction, and records in it who did it and why: neither exists without the other. */
export async function act<Result>(
  deps: ActDeps,
  called: Called,
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  return deps.database.transaction(async (query) => {
    const result = await work(query)
    await record(deps, query, called)
    return result
  })
}

/** Does work that takes more than one transaction. The act is recorded before the work begins. */
export async function longAct<Result>(
  deps: ActDeps,
  called: Called,
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  await record(deps, deps.query, called)
  return work(deps.query)
}

async function record(
  { clock, operator }: ActDeps,
  query: Query,
  { act, about, options: { actor = operator, reason, ...options } }: Called,
): Promise<void> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== false)
  await keepAct(query, {
    at: clock.now(),
    actor,
    act,
    about,
    options: Object.fromEntries(given),
    reason: reason ?? null,
  })
}
