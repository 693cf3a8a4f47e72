import { required, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { findClientNamed } from '../../store/read/names.ts'
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
  const client = await findClientNamed(query, partnerId, named)
  if (client !== undefined) return client
  throw new CallRefused(`This partner has no client ${named}.`)
}
