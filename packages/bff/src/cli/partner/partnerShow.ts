import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { lastActs, showPartner } from '../../store/read/partner/partners.ts'
import { namedPartner } from '../catalogue/partnerIdOf.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { partnerWord } from './partnerArguments.ts'
import { partnerLines, ShownPartner, shownPartner } from './ShownPartner.ts'

const json = z.extend(ShownPartner, {
  acts: z.array(
    z.object({
      act: z.string(),
      detail: z.unknown(),
      reason: z.nullable(z.string()),
      actor: z.string(),
      at: z.string(),
    }),
  ),
})

/** Shows one partner with the acts on it. */
export const partnerShow = command({
  name: 'partner show',
  summary: 'Shows a partner’s settings and who changed what. For its tariff: tariff show --partner.',
  words: { partner: partnerWord },
  options: {},
  json,
  async run(deps: CommandDeps, { words }) {
    const id = await namedPartner(deps, words.partner)
    const partner = shownPartner(await showPartner(deps, id))
    const acts = (await lastActs(deps, id)).map((act) => ({ ...act, at: act.at.toISOString() }))
    const lines = acts.map(({ at, act, actor, reason, detail }) =>
      [`${at}  ${act} by ${actor}`, JSON.stringify(detail), reason ?? ''].join('  ').trimEnd(),
    )
    return { text: [...partnerLines(partner), ...lines].join('\n'), data: { ...partner, acts } }
  },
})
