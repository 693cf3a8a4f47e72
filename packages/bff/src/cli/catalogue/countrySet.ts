import { services } from '@cambio/exchange/country/Countries.ts'
import { choice, required, text } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { applyChange, ChangesOutput } from './applyChange.ts'
import { BACK_TO_STANDARD, changeOptions, valuesOf } from './changeArguments.ts'

/** Decides whether orders from a country are served. */
export const countrySet = command({
  name: 'country set',
  summary:
    'Says whether orders from a country are served: by any way to pay, by any but cards, or not at all.',
  words: {
    code: required(text('<code>'), 'Name the country by its two letters, such as DE.'),
    service: required(choice([...services, BACK_TO_STANDARD]), `Say ${services.join(', ')} or default.`),
  },
  options: changeOptions,
  json: ChangesOutput,
  async run(deps: CommandDeps, { words: { code, service }, options }) {
    return applyChange(deps, {
      values: valuesOf([[`country.${code}`, service]]),
      partnerId: null,
      from: options.from,
      reason: options.reason,
      actor: options.actor,
    })
  },
})
