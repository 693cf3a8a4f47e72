import { MAIN_ENDPOINT } from '@cambio/wire/partner/CallbackEndpoint.ts'
import {
  callbackSecretColumns,
  openCallbackSecrets,
  type CallbackSecretRow,
  type CallbackSecrets,
} from '../partners.ts'
import type { StoreDeps } from '../StoreDeps.ts'
import { endpointSecretColumns, openEndpointSecret } from './endpointQueue.ts'

type Row = { readonly secret_sealed: Buffer; readonly former_secret_sealed: Buffer | null }

/** What signs the callbacks to one of a partner's endpoints; undefined where there is no such endpoint. */
export async function endpointSecrets(
  { query, keys, now }: Pick<StoreDeps, 'query' | 'keys' | 'now'>,
  { partnerId, endpointId }: { readonly partnerId: string; readonly endpointId: string },
): Promise<CallbackSecrets | undefined> {
  if (endpointId === MAIN_ENDPOINT) {
    const text = `select p.id as partner_id, ${callbackSecretColumns('$2')} from partner p where p.id = $1`
    const values = [partnerId, now()]
    const [row] = await query<CallbackSecretRow>({ name: 'endpoint_secrets_main', text, values })
    return row && openCallbackSecrets(keys, row)
  }
  const [row] = await query<Row>({
    name: 'endpoint_secrets',
    text: `
      select ${endpointSecretColumns('$3')} from callback_endpoint p
      where p.id = $2 and p.partner_id = $1`,
    values: [partnerId, endpointId, now()],
  })
  if (!row) return undefined
  const open = (sealed: Buffer) => openEndpointSecret(keys, endpointId, sealed)
  const { secret_sealed: sealed, former_secret_sealed: former } = row
  return { secret: open(sealed), formerSecret: former && open(former) }
}
