import type { CallbackSecretRow, CallbackSecrets } from '../partners.ts'
import { callbackSecretColumns, openCallbackSecrets } from '../partners.ts'
import type { StoreDeps } from '../StoreDeps.ts'

/** A partner with the secrets and the address of its callbacks. */
export type CallbackSigner = CallbackSecrets & {
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

/**
 * A partner's signer. If no partner is named, those of at most two partners: enough to tell whether there is only one.
 */
export async function callbackSigners(
  { query, keys, now }: Pick<StoreDeps, 'query' | 'keys' | 'now'>,
  partnerId: string | null,
): Promise<CallbackSigner[]> {
  const rows = await query<Row>({
    name: 'read_callback_signers',
    text: `
      select p.id as partner_id, p.name, p.callback_url, p.callback_version, ${callbackSecretColumns('$2')}
      from partner p where $1::text is null or p.id = $1 limit 2`,
    values: [partnerId, now()],
  })
  return rows.map((row) => ({
    ...openCallbackSecrets(keys, row),
    partnerId: row.partner_id,
    name: row.name,
    url: row.callback_url,
    version: row.callback_version ?? 2,
  }))
}
