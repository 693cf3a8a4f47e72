import { required, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import type { CommandDeps } from '../CommandDeps.ts'

/** The client that a call is about. */
export const clientWord = required(
  text('<client>'),
  'Name the client by its client_external_id or its e-mail address.',
)

/** The partner that a call's client belongs to. */
export const itsPartner = required(
  text('PARTNER'),
  'Name the partner whose client it is: --partner "Corner Shop".',
)

/** The id of a partner's client. @throws CallRefused */
export async function clientNamed(
  { query }: Pick<CommandDeps, 'query'>,
  partnerId: string,
  named: string,
): Promise<string> {
  const [client] = await query<{ id: string }>({
    name: 'cli_client',
    text: `
      select c.id from client c left join client_account a on a.client_id = c.id
      where c.partner_id = $1 and (a.external_id = $2 or c.email = lower($2) or c.id = $2)
      order by a.external_id is not distinct from $2 desc limit 1`,
    values: [partnerId, named],
  })
  if (client) return client.id
  throw new CallRefused(`This partner has no client ${named}.`)
}
