import { BadCall } from '@cambio/server/cli/BadCall.ts'
import type { StoreDeps } from '../../store/StoreDeps.ts'

/** The partner that a call names by its id, its API key or its name; null where it names none. @throws BadCall */
export async function partnerIdOf(
  { query }: Pick<StoreDeps, 'query'>,
  named: string | undefined,
): Promise<string | null> {
  if (named === undefined) return null
  const found = await query<{ id: string }>({
    name: 'cli_partner',
    text: 'select id from partner where id = $1 or api_key = $1 or name = $1',
    values: [named],
  })
  const [partner, other] = found
  if (!partner) throw new BadCall(`There is no partner ${named}.`)
  if (other)
    throw new BadCall(`${found.length} partners are called ${named}: name one by its id or its API key.`)
  return partner.id
}
