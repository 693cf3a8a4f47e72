import { required, text } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { applyChange, ChangesOutput } from './applyChange.ts'
import { andOption, changeOptions, partnerOption, valuesOf } from './changeArguments.ts'
import { partnerIdOf } from './partnerIdOf.ts'

/** Changes what is sold and at what price. */
export const tariffSet = command({
  name: 'tariff set',
  summary: [
    'Sets a value of the tariff, for everybody or for one partner, now or from a time on.',
    '“default” restores the default. --and sets further values in the same change: all of them are set, or none.',
    'To undo a planned change, plan another for the same time. “tariff show” lists the names.',
    'Live needs a --reason for caps.….unverifiedEurCents above 0: the buyer is then unknown. It applies to',
    'partners alone that identify their own clients (partner update --identifies-clients).',
  ].join('\n'),
  words: {
    name: required(text('<name>'), 'Name a setting, such as payin.card.serviceBps.'),
    value: required(text('<value>'), 'Give its new value.'),
  },
  options: { and: andOption, partner: partnerOption, ...changeOptions },
  json: ChangesOutput,
  async run(deps: CommandDeps, { words: { name, value }, options: { and, partner, ...options } }) {
    const values = valuesOf([[name, value], ...and])
    const { from, reason, actor } = options
    return applyChange(deps, { values, partnerId: await partnerIdOf(deps, partner), from, reason, actor })
  },
})
