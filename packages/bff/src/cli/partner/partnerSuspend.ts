import { resumePartner, suspendPartner } from '@cambio/exchange/operator/partner/suspendPartner.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import { namedPartner } from '../catalogue/partnerIdOf.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { actOptions, partnerWord } from './partnerArguments.ts'

/** Suspends a partner: nothing new begins for it. */
export const partnerSuspend = suspending(
  'suspend',
  [
    'Refuses the requests of a partner, its clients and its widgets with partner_suspended, until it is resumed. Orders that',
    'have begun are completed, and their callbacks are sent; no more cards are charged.',
  ].join('\n'),
)
export const partnerResume = suspending('resume', 'Resumes a suspended partner.')

function suspending(verb: 'suspend' | 'resume', summary: string) {
  return command({
    name: `partner ${verb}`,
    summary,
    words: { partner: partnerWord },
    options: actOptions,
    json: z.object({ partner_id: z.string(), state: z.enum(['active', 'suspended']), changed: z.boolean() }),
    async run(deps: CommandDeps, { words, options: { reason, actor = deps.operator } }) {
      const partnerId = await namedPartner(deps, words.partner)
      const act = verb === 'suspend' ? suspendPartner : resumePartner
      const outcome = await act(operatorDeps(deps), { partnerId, reason, actor })
      const changed = outcome.is === 'done'
      const state = verb === 'suspend' ? ('suspended' as const) : ('active' as const)
      const what = verb === 'suspend' ? 'suspended. Orders that have begun are completed' : 'resumed'
      return {
        text: changed ? `${words.partner} is ${what}.` : `${words.partner} is ${state} already.`,
        data: { partner_id: partnerId, state, changed },
      }
    },
  })
}
