import { createHash } from 'node:crypto'

/** What is wrong with how a request is signed. */
export type SignatureFault =
  | 'key_missing'
  | 'key_unknown'
  | 'signature_missing'
  | 'signature_wrong'
  | 'timestamp_missing'
  | 'timestamp_unreadable'
  | 'clock'

/** The sentence for each fault that a sandbox answers to whoever builds a client; live answers the same for all. */
export const faultSentences: Readonly<Record<SignatureFault, string>> = {
  key_missing: 'There is no API-Key header; nothing was done',
  key_unknown: 'No account has this API-Key; nothing was done',
  signature_missing: 'There is no API-Signature header; nothing was done',
  signature_wrong:
    'API-Signature is not base64(HMAC-SHA512(secret, SHA256(API-Timestamp + path + body))): the path, the body or the secret is another than was signed. should_be_signed is what SHA256 takes; nothing was done',
  timestamp_missing: 'This account needs an API-Timestamp header, which is signed too; nothing was done',
  timestamp_unreadable: 'API-Timestamp is no number of seconds since 1970; nothing was done',
  clock: 'API-Timestamp is more than 300 s from now: one of the two clocks is wrong; nothing was done',
}

/** The text that a signature is made over, with its digest; bytes that are no text are shown in base64. */
export function signedBytes(path: string, body: string | Uint8Array, timestamp: string): object {
  const bytes = Buffer.concat([Buffer.from(timestamp + path), Buffer.from(body)])
  const text = bytes.toString()
  const isText = Buffer.from(text).equals(bytes)
  return {
    ...(isText ? { should_be_signed: text } : { should_be_signed_base64: bytes.toString('base64') }),
    should_be_signed_sha256: createHash('sha256').update(bytes).digest('hex'),
  }
}
