import { day, optional, text } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { listActs, type OperatorAct } from '../store/operatorActs.ts'
import type { CommandDeps } from './CommandDeps.ts'
import { dayAfter } from './dayAfter.ts'

const Act = z.object({
  at: z.string(),
  actor: z.string(),
  act: z.string(),
  about: z.string(),
  options: z.record(z.string(), z.unknown()),
  reason: z.nullable(z.string()),
})

/** The most acts that are listed. */
const LIMIT = 1000

export const auditList = command({
  name: 'audit list',
  summary:
    'Lists who changed what by which command, and why, the newest thousand first: on the given UTC days (both included), or about one merchant, transaction, notification or address.',
  words: {},
  options: { from: optional(day), to: optional(day), about: optional(text('<id>')) },
  json: z.array(Act),
  async run({ query }: CommandDeps, { options: { from = null, to = null, about = null } }) {
    const acts = await listActs(query, { from, before: to && dayAfter(to), about }, LIMIT + 1)
    const data = acts.slice(0, LIMIT).map((act) => ({ ...act, at: act.at.toISOString() }))
    const note =
      acts.length > LIMIT
        ? `These are the newest ${LIMIT}. There are more: name days with --from and --to.`
        : undefined
    const lines = acts.slice(0, LIMIT).map(lineOf)
    return { text: lines.join('\n') || 'Nothing was changed by a command.', data, note }
  },
})

function lineOf({ at, actor, act, about, options, reason }: OperatorAct): string {
  const given = Object.entries(options).map(([name, value]) => `--${name} ${JSON.stringify(value)}`)
  return [at.toISOString(), actor, act, about, ...given, reason ?? '(no reason given)'].join('  ')
}
