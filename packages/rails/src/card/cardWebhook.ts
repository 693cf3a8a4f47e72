import { findCharge } from '@cambio/exchange/payin/card/findCharge.ts'
import { checkMessage } from '@cambio/server/messageSignature/checkMessage.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import { NOTIFICATION_TAG } from '@cambio/wire/partner/notification.ts'
import type { RailDeps } from '../Rail.ts'
import type { Received, Webhook } from '../Webhook.ts'
import type { MerchantAccount } from './MerchantAccount.ts'
import { readNotice } from './readNotice.ts'

const SOURCE = 'card'

/**
 * Where the card platform sends its notices. It repeats a notice until it reads OK. With a signing secret, the whole
 * notice must be signed by the current or the next secret, since the hash alone may have been read elsewhere.
 */
export function cardWebhook(
  { orders }: Pick<RailDeps, 'orders'>,
  merchant: Pick<MerchantAccount, 'password' | 'hash' | 'clientKey' | 'baseUrl' | 'signing'> & {
    readonly nextPassword: string | null
  },
): Webhook {
  const { password, nextPassword, hash } = merchant
  const passwords = nextPassword === null ? [password] : [password, nextPassword]
  const chargeOf = (id: string) => findCharge({ orders }, id)
  const deps = { signers: passwords.map((each) => ({ password: each, hash })), chargeOf }
  return {
    source: SOURCE,
    async receive({ headers, body }) {
      if (!isSigned(merchant, headers, body)) return refusal
      const notice = await readNotice(deps, new TextDecoder().decode(body))
      return notice === 'unsigned'
        ? refusal
        : { references: [notice.platformOrderId], answer: { status: 200, body: 'OK' } }
    },
  }
}

const refusal: Received = { references: [], answer: { status: 400, body: 'ERROR' } }

function isSigned(
  { clientKey: keyId, baseUrl, signing }: Pick<MerchantAccount, 'clientKey' | 'baseUrl' | 'signing'>,
  headers: Headers,
  body: Uint8Array,
): boolean {
  if (!signing) return true
  const keys = signing.secrets.map((secret) => ({ algorithm: 'hmac-sha256', secret }) as const)
  const url = new URL(`${baseUrl}${pages.notice.replace('{source}', SOURCE)}`)
  const message = { method: 'POST', url, headers, body }
  const checked = checkMessage({ keyId, keys }, message, signing.now())
  return checked.is === 'signed' && checked.tag === NOTIFICATION_TAG
}
