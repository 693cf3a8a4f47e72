import { createHash } from 'node:crypto'

/** What is wrong with how a request is signed. */
export type SignatureFault =
  | 'key_missing'
  | 'key_unknown'
  | 'signature_missing'
  | 'signature_wrong'
  | 'version_unknown'
  | 'version_too_low'
  | 'timestamp_missing'
  | 'timestamp_unreadable'
  | 'clock'

/**
 * What each fault is, in a sentence. A sandbox answers with it, for those who build a client; live gives one answer to
 * all.
 */
export const faultSentences: Readonly<Record<SignatureFault, string>> = {
  key_missing: 'There is no API-Key header; nothing was done',
  key_unknown: 'No account has this API-Key; nothing was done',
  signature_missing: 'There is no API-Signature header; nothing was done',
  signature_wrong:
    'API-Signature is made over something else, or with another secret. should_be_signed is what SHA256 takes in version 1, and what HMAC-SHA512 takes in version 2; nothing was done',
  version_unknown: 'API-Signature-Version is 1 or 2; nothing was done',
  version_too_low: 'This account needs API-Signature-Version: 2; nothing was done',
  timestamp_missing:
    'API-Timestamp is missing, which version 2 of signatures, or this account, needs; it is signed too. Nothing was done',
  timestamp_unreadable: 'API-Timestamp is no number of seconds since 1970; nothing was done',
  clock: 'API-Timestamp is more than 300 s from now: one of the two clocks is wrong; nothing was done',
}

/** What a signature is made over, as text or, where it is none, in base64; with the SHA256 of it. */
export function signedBytes(bytes: Buffer): object {
  const text = bytes.toString()
  const isText = Buffer.from(text).equals(bytes)
  return {
    ...(isText ? { should_be_signed: text } : { should_be_signed_base64: bytes.toString('base64') }),
    should_be_signed_sha256: createHash('sha256').update(bytes).digest('hex'),
  }
}
