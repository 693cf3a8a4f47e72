import { signMessage } from '@cambio/server/messageSignature/signMessage.ts'
import type { MerchantAccount } from './MerchantAccount.ts'

/**
 * A form as it is posted: in parts, as in the protocol. Where the merchant signs messages as a whole, it is URL-encoded
 * instead, since the signature needs the exact bytes that are sent.
 */
export function signedForm(
  { clientKey: keyId, signing }: Pick<MerchantAccount, 'clientKey' | 'signing'>,
  url: string,
  form: Readonly<Record<string, string>>,
): Pick<RequestInit, 'method' | 'body' | 'headers'> {
  if (!signing) return { method: 'POST', body: partsOf(form) }
  const body = new URLSearchParams(form).toString()
  const signer = { keyId, secrets: signing.secrets, covers: '@target-uri' } as const
  const message = { method: 'POST', url: new URL(url), body: Buffer.from(body) }
  const signature = signMessage(signer, message, { now: signing.now(), nonce: signing.nonce() })
  return {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...signature },
  }
}

function partsOf(form: Readonly<Record<string, string>>): FormData {
  const parts = new FormData()
  for (const [name, value] of Object.entries(form)) parts.set(name, value)
  return parts
}
