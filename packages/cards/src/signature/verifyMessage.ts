import { createHash, createHmac, timingSafeEqual, verify } from 'node:crypto'
import type { Clock } from '@cambio/server/Clock.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { parseDictionary, type InnerList, type Item } from 'structured-headers'
import { Refusal } from '../protocol/Refusal.ts'
import { fitsBody } from './contentDigest.ts'
import { signatureBase } from './signatureBase.ts'
import type { SignatureKey } from './SignatureKey.ts'
import type { SignedMessage } from './SignedMessage.ts'

/*
 * The second signature (RFC 9421) of merchants that have to make one. The protocol's own hash covers neither amount nor
 * order_id; this one covers the method, the address and, by Content-Digest (RFC 9530), the whole body, and works once:
 *
 *   Content-Digest: sha-256=:…:
 *   Signature-Input: any=("@method" "@target-uri" "content-digest");created=…;keyid="<client_key>";nonce="…"
 *   Signature: any=:…:
 */

const complaints = {
  missing: 'This value should not be blank.',
  unreadable: 'Content-Digest, Signature-Input and Signature cannot be read as RFC 9421 has them.',
  stranger: 'No signature has the keyid of this client_key.',
  coverage: 'It has to cover "@method", "@target-uri" or "@path", and "content-digest".',
  algorithm: 'Its alg is not the one that was agreed.',
  time: 'It has to be created within five minutes of now, and not be expired.',
  nonce: 'It needs a nonce of 1 to 128 characters that was not used before.',
  digest: 'Content-Digest does not fit the body.',
  false: 'Signature is not valid.',
} as const

const WINDOW_MS = 300_000
const LONGEST_NONCE = 128

/** Checks that a merchant signed all of a message, lately, and for the first time. @throws Refusal `invalid` */
export async function verifyMessage(
  deps: { query: Query; clock: Clock },
  merchant: { id: string; key: SignatureKey },
  message: SignedMessage | null,
): Promise<void> {
  if (message === null) throw refusal('missing')
  const { covered, signature } = signatureOf(merchant.id, message)
  const { created, nonce } = checkTerms(covered, merchant.key, deps.clock.now())
  if (!coversAll(covered)) throw refusal('coverage')
  if (!digestFits(message)) throw refusal('digest')
  const base = signatureBase(covered, message)
  if (base === undefined || !isSignature(merchant.key, base, signature)) throw refusal('false')
  // Only a signature that is right uses its nonce up: nobody else can use it up before.
  if (!(await isFirstUse(deps, merchant.id, nonce, created))) throw refusal('nonce')
}

/** Whether a key made this signature of a text. */
export function isSignature(key: SignatureKey, base: string, signature: Uint8Array): boolean {
  if (key.algorithm === 'ed25519') return verify(null, Buffer.from(base), key.publicKey, signature)
  const expected = createHmac('sha256', key.secret).update(base).digest()
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}

/** The one signature of a message that says to be the merchant's; others, such as a proxy's, may stand beside it. */
function signatureOf(
  merchantId: string,
  { headers }: SignedMessage,
): { covered: InnerList; signature: Buffer } {
  const inputs = dictionaryOf(headers.get('signature-input'))
  const signatures = dictionaryOf(headers.get('signature'))
  for (const [label, member] of inputs) {
    if (!isInnerList(member) || member[1].get('keyid') !== merchantId) continue
    const signature = signatures.get(label)?.[0]
    if (!(signature instanceof ArrayBuffer)) throw refusal('unreadable')
    return { covered: member, signature: Buffer.from(signature) }
  }
  throw refusal('stranger')
}

function dictionaryOf(field: string | null) {
  if (field === null) throw refusal('missing')
  try {
    return parseDictionary(field)
  } catch {
    throw refusal('unreadable')
  }
}

function isInnerList(member: Item | InnerList): member is InnerList {
  return Array.isArray(member[0])
}

function checkTerms([, terms]: InnerList, key: SignatureKey, now: Date): { created: number; nonce: string } {
  const [created, expires, nonce, algorithm] = ['created', 'expires', 'nonce', 'alg'].map((name) =>
    terms.get(name),
  )
  if (algorithm !== undefined && algorithm !== key.algorithm) throw refusal('algorithm')
  const nowMs = now.getTime()
  if (typeof created !== 'number' || Math.abs(nowMs - created * 1000) > WINDOW_MS) throw refusal('time')
  if (expires !== undefined && !(typeof expires === 'number' && expires * 1000 > nowMs)) throw refusal('time')
  if (typeof nonce !== 'string' || nonce === '' || nonce.length > LONGEST_NONCE) throw refusal('nonce')
  return { created, nonce }
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
    throw refusal('unreadable')
  }
}

/** Remembers a nonce for as long as its message would be taken; one database for all processes. */
async function isFirstUse(
  { query, clock }: { query: Query; clock: Clock },
  merchantId: string,
  nonce: string,
  created: number,
): Promise<boolean> {
  const rows = await query<object>({
    name: 'signature_nonce_use',
    text: `insert into signature_nonce as used (merchant_id, nonce_hash, ends_at) values ($1, $2, $3)
           on conflict (merchant_id, nonce_hash) do update set ends_at = excluded.ends_at where used.ends_at < $4
           returning 1 as first`,
    values: [
      merchantId,
      createHash('sha256').update(nonce).digest(),
      new Date(created * 1000 + WINDOW_MS),
      clock.now(),
    ],
  })
  return rows.length === 1
}

function refusal(complaint: keyof typeof complaints): Refusal {
  return new Refusal('invalid', [`signature: ${complaints[complaint]}`])
}
