import { createHmac } from 'node:crypto'
import { serializeDictionary, type Dictionary, type InnerList } from 'structured-headers'
import { contentDigest } from './contentDigest.ts'
import { signatureBase } from './signatureBase.ts'
import type { SignedMessage } from './SignedMessage.ts'

/** The signer of a message, with its secrets. */
export type MessageSigner = {
  readonly keyId: string
  /** Secrets of HMAC-SHA256. A message is signed with each: there are two while one replaces the other. */
  readonly secrets: readonly Uint8Array[]
  /** What the signature is for, where the other side distinguishes kinds of messages. */
  readonly tag?: string
  /**
   * The covered part of the address: all of it, or only its path where the other side does not know its own address.
   */
  readonly covers: '@target-uri' | '@path'
}

/**
 * Signs all of a message (RFC 9421, RFC 9530): the headers to send beside its own.
 * @param terms.nonce unique for each message
 */
export function signMessage(
  { keyId, secrets, tag, covers }: MessageSigner,
  { method, url, body }: Omit<SignedMessage, 'headers'>,
  terms: { readonly now: Date; readonly nonce: string },
): Record<string, string> {
  const digest = contentDigest(body)
  const parameters = new Map<string, string | number>([
    ['created', Math.floor(terms.now.getTime() / 1_000)],
    ['keyid', keyId],
    ['nonce', terms.nonce],
    ...(tag === undefined ? [] : [['tag', tag] as const]),
  ])
  const covered: InnerList = [
    ['@method', covers, 'content-digest'].map((name) => [name, new Map()]),
    parameters,
  ]
  const base = signatureBase(covered, { method, url, headers: new Headers({ 'content-digest': digest }) })
  if (base === undefined) throw new Error('A message that is signed has all that it is signed over')
  const inputs: Dictionary = new Map()
  const signatures: Dictionary = new Map()
  for (const [index, secret] of secrets.entries()) {
    const label = index === 0 ? 'sig' : `sig${index + 1}`
    const signature = createHmac('sha256', secret).update(base).digest()
    inputs.set(label, covered)
    signatures.set(label, [Uint8Array.from(signature).buffer, new Map()])
  }
  return {
    'Content-Digest': digest,
    'Signature-Input': serializeDictionary(inputs),
    Signature: serializeDictionary(signatures),
  }
}
