import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import { listed } from './variableRules.ts'

/** A rail or provider of which there may be several, and one is used. */
export type Candidate = { readonly name: string; readonly isStandIn?: boolean }

/**
 * Chooses one of several candidates. Stand-ins yield to real ones, and of several real ones the operator's setting
 * names one. Undefined if there is none.
 * @param what their task, as the beginning of a sentence
 * @throws StartRefused if there are several, and not exactly one of them is preferred
 */
export function onlyOne<Each extends Candidate>(
  what: string,
  candidates: readonly Each[],
  preferred: readonly string[],
): Each | undefined {
  const real = candidates.filter(({ isStandIn }) => isStandIn !== true)
  const able = real.length > 0 ? real : candidates
  if (able.length <= 1) return able[0]
  const [chosen, ...others] = able.filter(({ name }) => preferred.includes(name))
  if (chosen && others.length === 0) return chosen
  const names = listed(able.map(({ name }) => name))
  throw new StartRefused(`${what} is done by ${names}: name the one that is to do it in PREFERRED.`)
}
