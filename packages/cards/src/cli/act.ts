import { line, optional } from '@cambio/server/cli/arguments.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { keepAct } from '../store/operatorActs.ts'
import type { CommandDeps } from './CommandDeps.ts'

/** Who calls a command that changes something: the account it runs under, where nobody is named. */
export const actorOption = optional(line('NAME', 100))

/** Who calls it, and why. */
export const actOptions = { actor: actorOption, reason: optional(line('…', 500)) }

/** A command that changes something, as it was called. */
type Called = {
  /** The command's name. */
  readonly act: string
  /** What it is done to. */
  readonly about: string
  /** What the command was told, with `actor` and `reason` among it. */
  readonly options: { readonly actor?: string | undefined; readonly reason?: string | undefined }
}

/**
 * Does the work of a command in one transaction and keeps in it who called the command, and why: neither is there without
 * the other.
 */
export async function act<Result>(
  deps: CommandDeps,
  called: Called,
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  return deps.database.transaction(async (query) => {
    const result = await work(query)
    await keep(deps, query, called)
    return result
  })
}

/** As `act`, for work that is more than one transaction: the act is kept before the work begins. */
export async function longAct<Result>(
  deps: CommandDeps,
  called: Called,
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  await keep(deps, deps.query, called)
  return work(deps.query)
}

async function keep(
  { clock, operator }: CommandDeps,
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
