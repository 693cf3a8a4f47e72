import { day, optional, text, wholeNumber } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { listActs } from '../store/read/acts.ts'
import type { StoreDeps } from '../store/StoreDeps.ts'

const USUAL_ROWS = 50

/** Lists the operators' acts, with actors and reasons. */
export const auditList = command({
  name: 'audit list',
  summary: [
    'Lists what was done by commands, newest first, with who did it and, if given, why: of the last 31 days, or',
    'since a given day, by all operators or by one.',
  ].join('\n'),
  words: {},
  options: {
    since: optional(day),
    actor: optional(text('NAME')),
    rows: optional(wholeNumber({ least: 1 })),
  },
  json: z.object({
    acts: z.array(
      z.object({
        at: z.string(),
        actor: z.string(),
        act: z.string(),
        /** The order, bank line or partner that the act was about; null if none. */
        about: z.nullable(z.string()),
        /** Further recorded details. */
        detail: z.unknown(),
        reason: z.nullable(z.string()),
      }),
    ),
    /** Whether there are more acts than these. */
    more: z.boolean(),
  }),
  async run({ query, now }: StoreDeps, { options: { since, actor = null, rows = USUAL_ROWS } }) {
    const from = since ?? new Date(now().getTime() - USUAL_MS)
    const listed = await listActs(query, { since: from, actor, rows: rows + 1 })
    const more = listed.length > rows
    const acts = listed.slice(0, rows).map((act) => ({ ...act, at: act.at.toISOString() }))
    const lines = acts.map(({ at, actor: by, act, about, detail, reason }) =>
      [at, by, act, about ?? '', detail === null ? '' : JSON.stringify(detail), reason ?? '(no reason given)']
        .filter((part) => part !== '')
        .join('  '),
    )
    if (more) lines.push(`There are more: these are the newest ${rows}. “--rows ${rows * 2}” lists more.`)
    return {
      text: lines.join('\n') || `No command has changed anything since ${from.toISOString()}.`,
      data: { acts, more },
    }
  },
})

const USUAL_MS = 31 * 24 * 60 * 60 * 1_000
