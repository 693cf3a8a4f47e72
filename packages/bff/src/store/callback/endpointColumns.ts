import type { CallbackDelivery } from '@cambio/exchange/callback/CallbackDelivery.ts'
import type { Keys } from '../../program/Keys.ts'
import { callbackSecretColumns, openCallbackSecrets, type CallbackSecretRow } from '../partners.ts'

/** SQL columns for the endpoint of the partner `p` and its secrets, at the time in a parameter. */
export function endpointColumns(at: string): string {
  return `p.id as partner_id, case when p.callbacks_off_at is null then p.callback_url end as url,
    ${callbackSecretColumns(at)}`
}

/**
 * The endpoint of codes of withdrawals, which confirm that money leaves: a person with only a partner's key cannot
 * redirect them by changing the callback address.
 */
export function codeEndpointColumns(at: string): string {
  return `p.id as partner_id,
    case when p.code_url_held then p.code_url when p.callbacks_off_at is null then p.callback_url end as url,
    ${callbackSecretColumns(at)}`
}

/** A row with `endpointColumns`. */
export type EndpointRow = CallbackSecretRow & { readonly url: string | null }

/** What a delivery takes from those columns. */
export function endpointOf(
  keys: Keys,
  row: EndpointRow,
): Pick<CallbackDelivery, 'url' | 'secret' | 'formerSecret'> {
  return { url: row.url, ...openCallbackSecrets(keys, row) }
}
