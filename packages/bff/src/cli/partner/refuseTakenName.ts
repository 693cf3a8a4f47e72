import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import type { StoreDeps } from '../../store/StoreDeps.ts'

/**
 * Partners are named by their names on the command line, so two of one name are a slip.
 * @param except the partner that is to have the name
 * @param undone says what was not done
 * @throws CallRefused
 */
export async function refuseTakenName(
  { query }: Pick<StoreDeps, 'query'>,
  { name, except, undone }: { name: string; except: string | null; undone: string },
): Promise<void> {
  const [other] = await query<{ api_key: string }>({
    name: 'cli_partner_of_name',
    text: 'select api_key from partner where name = $1 and ($2::text is null or id <> $2) limit 1',
    values: [name, except],
  })
  if (other)
    throw new CallRefused(`There is a partner ${name} already, with the API key ${other.api_key}; ${undone}.`)
}
