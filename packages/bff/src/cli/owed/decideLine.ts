import { required, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { decideRepeat, type Decided } from '../../store/repeats.ts'
import { within } from '../../store/StoreDeps.ts'
import type { CommandDeps } from '../CommandDeps.ts'

/** The word of a command that names a line of the bank's which may be a repeat. */
export const repeatWord = () =>
  required(text('<bank:…>'), 'Name the bank’s line as “owed list” does, bank:….')

/**
 * Decides of a line that may be a repeat, and keeps who did and why.
 * @throws CallRefused where no such line waits for it
 */
export function decideLine(
  deps: CommandDeps,
  { line, act, reason, actor }: { line: string; act: 'book' | 'dismiss'; reason: string; actor: string },
): Promise<Decided> {
  const is = act === 'book' ? 'booked' : 'dismissed'
  return deps.transaction(async (query) => {
    const decided = await decideRepeat(within(deps, query), { line, is, note: reason })
    if (!decided)
      throw new CallRefused(
        `${line} is no line that may be a repeat: “owed list” shows these, and nothing was changed.`,
      )
    await query({
      name: 'cli_repeat_act',
      text: KEEP,
      values: [deps.random.uuid(), line, act, reason, actor, deps.now()],
    })
    return decided
  })
}

const KEEP = `
  insert into owed_act (id, owed, act, reason, actor, at) values ($1, $2, $3, $4, $5, $6)`
