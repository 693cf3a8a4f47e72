import { createHmac, timingSafeEqual, verify } from 'node:crypto'
import { parseDictionary, type Dictionary, type InnerList, type Item } from 'structured-headers'
import { fitsBody } from './contentDigest.ts'
import { signatureBase } from './signatureBase.ts'
import type { SignatureKey } from './SignatureKey.ts'
import type { SignedMessage } from './SignedMessage.ts'

/*
 * A signature (RFC 9421) that covers the method, the address and, by Content-Digest (RFC 9530), the whole body of a
 * message, and is meant to work once:
 *
 *   Content-Digest: sha-256=:…:
 *   Signature-Input: any=("@method" "@target-uri" "content-digest");created=…;keyid="…";nonce="…"
 *   Signature: any=:…:
 */

/** How far a message's time may be from ours, milliseconds. */
export const WINDOW_MS = 300_000
const LONGEST_NONCE = 128

/** What is wrong with a message's signature. */
export type SignatureFault =
  | 'missing'
  | 'unreadable'
  | 'stranger'
  | 'coverage'
  | 'algorithm'
  | 'time'
  | 'nonce'
  | 'digest'
  | 'false'

export type CheckedMessage =
  /** Signed by the key, recently. The store of nonces finds repeats. */
  | { readonly is: 'signed'; readonly created: number; readonly nonce: string; readonly tag: string | null }
  | { readonly is: 'refused'; readonly fault: SignatureFault }

class Fault extends Error {
  readonly fault: SignatureFault
  constructor(fault: SignatureFault) {
    super(fault)
    this.fault = fault
  }
}

/** One signature of a message, with the components that it claims to cover. */
type Signature = { readonly covered: InnerList; readonly bytes: Uint8Array | undefined }

/**
 * Checks that one of a sender's keys signed all of a message, recently. Its tag says what the signature is for (RFC
 * 9421, section 2.3). A sender has two keys while one replaces the other, and may sign with both: any signature by any
 * of them is enough. The reason of a refusal is that of the first signature and the first key.
 */
export function checkMessage(
  who: { readonly keyId: string; readonly keys: readonly SignatureKey[] },
  message: SignedMessage,
  now: Date,
): CheckedMessage {
  let fault: SignatureFault | undefined
  try {
    for (const signature of signaturesOf(who.keyId, message))
      for (const key of who.keys) {
        const checked = checkSignature(key, signature, message, now)
        if (checked.is === 'signed') return checked
        fault ??= checked.fault
      }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    fault = error.fault
  }
  return { is: 'refused', fault: fault ?? 'stranger' }
}

function checkSignature(
  key: SignatureKey,
  { covered, bytes }: Signature,
  message: SignedMessage,
  now: Date,
): CheckedMessage {
  try {
    if (bytes === undefined) throw new Fault('unreadable')
    const terms = checkTerms(covered, key, now)
    if (!coversAll(covered)) throw new Fault('coverage')
    if (!digestFits(message)) throw new Fault('digest')
    const base = signatureBase(covered, message)
    if (base === undefined || !isSignature(key, base, bytes)) throw new Fault('false')
    return { is: 'signed', ...terms }
  } catch (error) {
    if (error instanceof Fault) return { is: 'refused', fault: error.fault }
    throw error
  }
}

/** Whether a signature of a text was made with a key. */
export function isSignature(key: SignatureKey, base: string, signature: Uint8Array): boolean {
  if (key.algorithm === 'ed25519') return verify(null, Buffer.from(base), key.publicKey, signature)
  const expected = createHmac('sha256', key.secret).update(base).digest()
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}

/** The most signatures of one sender that are checked: by its key and by the one that replaces it. */
const MOST_SIGNATURES = 2

/** The signatures of a message that claim to be this sender's; there may be others, such as a proxy's. */
function signaturesOf(keyId: string, { headers }: SignedMessage): readonly Signature[] {
  const inputs = dictionaryOf(headers.get('signature-input'))
  const signatures = dictionaryOf(headers.get('signature'))
  const found: Signature[] = []
  for (const [label, member] of inputs) {
    if (!isInnerList(member) || member[1].get('keyid') !== keyId) continue
    const bytes = signatures.get(label)?.[0]
    found.push({ covered: member, bytes: bytes instanceof ArrayBuffer ? Buffer.from(bytes) : undefined })
  }
  return found.slice(0, MOST_SIGNATURES)
}

function dictionaryOf(field: string | null): Dictionary {
  if (field === null) throw new Fault('missing')
  try {
    return parseDictionary(field)
  } catch {
    throw new Fault('unreadable')
  }
}

function isInnerList(member: Item | InnerList): member is InnerList {
  return Array.isArray(member[0])
}

function checkTerms(
  [, terms]: InnerList,
  key: SignatureKey,
  now: Date,
): { created: number; nonce: string; tag: string | null } {
  const [created, expires, nonce, algorithm, tag] = ['created', 'expires', 'nonce', 'alg', 'tag'].map(
    (name) => terms.get(name),
  )
  if (algorithm !== undefined && algorithm !== key.algorithm) throw new Fault('algorithm')
  const nowMs = now.getTime()
  if (typeof created !== 'number' || Math.abs(nowMs - created * 1000) > WINDOW_MS) throw new Fault('time')
  if (expires !== undefined && !(typeof expires === 'number' && expires * 1000 > nowMs))
    throw new Fault('time')
  if (typeof nonce !== 'string' || nonce === '' || nonce.length > LONGEST_NONCE) throw new Fault('nonce')
  return { created, nonce, tag: typeof tag === 'string' ? tag : null }
}

function coversAll([components]: InnerList): boolean {
  const names = new Set(components.map(([name]) => name))
  return (
    names.has('@method') && (names.has('@target-uri') || names.has('@path')) && names.has('content-digest')
  )
}

function digestFits({ headers, body }: SignedMessage): boolean {
  try {
    return fitsBody(headers.get('content-digest') ?? '', body)
  } catch {
    throw new Fault('unreadable')
  }
}
