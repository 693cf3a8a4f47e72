import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { partnersNamed } from '../../store/read/names.ts'
import type { StoreDeps } from '../../store/StoreDeps.ts'

/** The id of the partner that a call names; null if it names none. @throws CallRefused */
export async function partnerIdOf(
  deps: Pick<StoreDeps, 'query'>,
  partner: string | undefined,
): Promise<string | null> {
  return partner === undefined ? null : namedPartner(deps, partner)
}

/**
 * The id of the partner with this id, API key or name. @throws CallRefused if there is none, or if several have the
 * name
 */
export async function namedPartner({ query }: Pick<StoreDeps, 'query'>, named: string): Promise<string> {
  const found = await partnersNamed(query, named)
  const [partner, other] = found
  if (!partner) throw new CallRefused(`There is no partner ${named}.`)
  if (other)
    throw new CallRefused(`${found.length} partners are called ${named}: name one by its id or its API key.`)
  return partner
}
