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
 * Describes each fault in a sentence. A sandbox answers with it, to help developers; live gives one answer for all
 * faults.
 */
export const faultSentences: Readonly<Record<SignatureFault, string>> = {
  key_missing: 'The API-Key header is missing; nothing was done',
  key_unknown: 'This API-Key is unknown; nothing was done',
  signature_missing: 'The API-Signature header is missing; nothing was done',
  signature_wrong:
    'API-Signature was made over something else or with another secret. should_be_signed is the input of SHA256 in version 1, and of HMAC-SHA512 in version 2; nothing was done',
  version_unknown: 'API-Signature-Version must be 1 or 2; nothing was done',
  version_too_low: 'This account requires API-Signature-Version: 2; nothing was done',
  timestamp_missing:
    'API-Timestamp is missing: signatures of version 2, or this account, require it and sign it too. Nothing was done',
  timestamp_unreadable: 'API-Timestamp must be in Unix seconds; nothing was done',
  clock: 'API-Timestamp is more than 300 s off: your clock or ours is wrong; nothing was done',
}

/** The signed bytes as text, or in base64 if they are not text, with their SHA256. */
export function signedBytes(bytes: Buffer): object {
  const text = bytes.toString()
  const isText = Buffer.from(text).equals(bytes)
  return {
    ...(isText ? { should_be_signed: text } : { should_be_signed_base64: bytes.toString('base64') }),
    should_be_signed_sha256: createHash('sha256').update(bytes).digest('hex'),
  }
}
