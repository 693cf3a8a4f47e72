import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import {
  callbackSecretColumns,
  openCallbackSecrets,
  type CallbackSecretRow,
  type CallbackSecrets,
} from '../../store/partners.ts'
import type { StoreDeps } from '../../store/StoreDeps.ts'
import { partnerIdOf } from '../catalogue/partnerIdOf.ts'

/** A partner with what its callbacks are signed with, and where they go. */
export type Signer = CallbackSecrets & {
  readonly partnerId: string
  readonly name: string
  readonly url: string | null
  readonly version: 1 | 2
}

type Row = CallbackSecretRow & {
  readonly name: string
  readonly callback_url: string | null
  readonly callback_version: 1 | 2 | null
}

/** The partner whose receiver a call is about: the only one there is, where none is named. @throws BadCall */
export async function signerOf(deps: StoreDeps, partner: string | undefined): Promise<Signer> {
  const found = await deps.query<Row>({
    name: 'cli_signer',
    text: `
      select p.id as partner_id, p.name, p.callback_url, p.callback_version, ${callbackSecretColumns('$2')}
      from partner p where $1::text is null or p.id = $1 limit 2`,
    values: [await partnerIdOf(deps, partner), deps.now()],
  })
  const [row, other] = found
  if (!row) throw new CallRefused('There is no partner.')
  if (other) throw new BadCall('There are several partners: name one with --partner.')
  return {
    ...openCallbackSecrets(deps.keys, row),
    partnerId: row.partner_id,
    name: row.name,
    url: row.callback_url,
    version: row.callback_version ?? 2,
  }
}
