import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import { listed } from './variableRules.ts'

/** What may be there more than once, of which one is used. */
export type Candidate = { readonly name: string; readonly isStandIn?: boolean }

/**
 * The one of several that does something: stand-ins yield to real ones, and of several real ones it is the one that the
 * operator prefers by name. Undefined where there is none.
 * @param what what they do, as the beginning of a sentence
 * @throws StartRefused where several could, and not just one of them is preferred
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
