import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import type { Mode } from '@cambio/exchange/payout/destination.ts'
import { clientIpOf, type DoorContext } from '@cambio/server/http/door.ts'
import { addressRanges } from '@cambio/server/http/ipAddress.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import { requestDigest, requestText, sameSignature, signDigest } from '@cambio/wire/partner/signature.ts'
import { MOST_SECRETS, type PartnerWithSecrets, type PartnerStore } from '../store/partners.ts'
import { checkServed } from './checkServed.ts'
import { faultSentences, signedBytes, type SignatureFault } from './SignatureFault.ts'

/** Finds the partner that signed a request. @throws Refusal credentials_invalid, source_not_allowed, partner_moved, partner_suspended */
export type PartnerAuthenticator = (c: DoorContext, body: string | Uint8Array) => Promise<Partner>

/** How far a request's timestamp may be from our clock, seconds. */
const TOLERANCE_SECONDS = 300
/** How long a partner's row is cached, milliseconds: the operator's changes apply within a second. */
const CACHE_MS = 500
/** The most keys that are cached, so that guesses cannot fill the memory. */
const MOST_KEYS = 10_000
const LONGEST_KEY = 128

/** Recognises partners by the API key and the signature of their requests. */
export function partnerAuthenticator(deps: {
  partners: Pick<PartnerStore, 'findByKey'>
  mode: Mode
  now: () => Date
  /** Whether the network of a request has been refused too often already. */
  isRefused: (c: DoorContext) => boolean
}): PartnerAuthenticator {
  const cache = new Map<string, { keyOwner: Promise<PartnerWithSecrets | undefined>; until: number }>()
  /**
   * Known keys of partners. They are looked up even if their network is refused: another caller there may be guessing.
   */
  const known = new Set<string>()

  /**
   * Unknown keys are cached too, so that response times do not reveal which keys exist. Requests that arrive while a
   * key is looked up wait for that look-up.
   */
  function find(apiKey: string): Promise<PartnerWithSecrets | undefined> {
    const now = deps.now().getTime()
    const cached = cache.get(apiKey)
    if (cached && now < cached.until) return cached.keyOwner
    const looked = { keyOwner: deps.partners.findByKey(apiKey), until: now + CACHE_MS }
    if (cache.size >= MOST_KEYS) cache.clear()
    cache.set(apiKey, looked)
    looked.keyOwner.then(
      (keyOwner) => (keyOwner ? known.add(apiKey) : known.delete(apiKey)),
      () => {
        if (cache.get(apiKey) === looked) cache.delete(apiKey)
      },
    )
    return looked.keyOwner
  }

  /** The partner that owns a key. A malformed key, or an unknown one from a refused network, is not looked up. */
  async function keyOwnerOf(c: DoorContext, apiKey: string): Promise<PartnerWithSecrets | undefined> {
    if (apiKey === '' || apiKey.length > LONGEST_KEY) return undefined
    return known.has(apiKey) || !deps.isRefused(c) ? find(apiKey) : undefined
  }

  return async (c, body) => {
    const apiKey = c.req.header('api-key') ?? ''
    const signature = c.req.header('api-signature') ?? ''
    const signing = signingOf(c, body)
    const keyOwner = await keyOwnerOf(c, apiKey)
    const isSigned = isSignedByOne(keyOwner?.secrets ?? [], signing.digest(), signature)
    const fault =
      apiKey === '' ? 'key_missing' : faultOf({ keyOwner, signature, isSigned, signing }, deps.now())
    if (fault !== undefined || !keyOwner) {
      const account = keyOwner && apiKey
      throw deps.mode === 'sandbox'
        ? explained(fault ?? 'key_unknown', signedBytes(signing.bytes()), account)
        : credentialsInvalid(fault ?? 'key_unknown', account)
    }
    checkSource(c, keyOwner.partner, apiKey)
    checkServed(keyOwner.partner)
    return keyOwner.partner
  }
}

/** The input of a request's signature, by its version. */
type Signing = {
  readonly version: string
  readonly timestamp: string
  /** The bytes as the sender assembles them. */
  readonly bytes: () => Buffer
  /** The input of HMAC-SHA512. */
  readonly digest: () => Uint8Array
}

function signingOf(c: DoorContext, body: string | Uint8Array): Signing {
  const version = c.req.header('api-signature-version') ?? '1'
  const timestamp = c.req.header('api-timestamp') ?? ''
  const target = targetOf(c)
  if (version === '2') {
    const bytes = () => Buffer.from(requestText({ method: c.req.method, target, body, timestamp }))
    return { version, timestamp, bytes, digest: bytes }
  }
  const path = target.replace(/\?.*$/s, '')
  return {
    version,
    timestamp,
    bytes: () => Buffer.concat([Buffer.from(timestamp + path), Buffer.from(body)]),
    digest: () => requestDigest(path, body, timestamp),
  }
}

/**
 * Refuses an address that is not on the list. Only a caller whose signature is valid learns this. @throws Refusal
 * source_not_allowed
 */
function checkSource(c: DoorContext, { allowedAddresses }: Partner, account: string): void {
  if (allowedAddresses.length === 0) return
  const address = clientIpOf(c)
  if (addressRanges(allowedAddresses)?.has(address)) return
  throw new Refusal(
    'source_not_allowed',
    `The key may not be used from ${address}; ask the operator to allow this address. Nothing was done`,
    { account },
  )
}

/**
 * Whether one of these secrets made a signature. If none did, a fixed number is tried, so that response times do not
 * reveal which keys exist. Only the owner of a secret is answered sooner.
 */
function isSignedByOne(secrets: readonly string[], digest: Uint8Array, signature: string): boolean {
  for (let place = 0; place < MOST_SECRETS; place += 1) {
    const secret = secrets[place]
    const isSame = sameSignature(signDigest(secret ?? 'no secret', digest), signature)
    if (isSame && secret !== undefined) return true
  }
  return false
}

/** What is wrong with a request that names a key; undefined if its partner signed it and its timestamp is current. */
function faultOf(
  request: {
    readonly keyOwner: PartnerWithSecrets | undefined
    readonly signature: string
    readonly isSigned: boolean
    readonly signing: Signing
  },
  now: Date,
): SignatureFault | undefined {
  const { keyOwner, signature, isSigned } = request
  const { version, timestamp } = request.signing
  if (!keyOwner) return 'key_unknown'
  if (signature === '') return 'signature_missing'
  if (version !== '1' && version !== '2') return 'version_unknown'
  if (version === '1' && keyOwner.partner.leastSignatureVersion === 2) return 'version_too_low'
  if (timestamp === '' && (version === '2' || keyOwner.partner.requireTimestamp)) return 'timestamp_missing'
  if (timestamp !== '' && !/^\d{1,12}$/.test(timestamp)) return 'timestamp_unreadable'
  if (!isSigned) return 'signature_wrong'
  const ageSeconds = timestamp === '' ? 0 : now.getTime() / 1000 - Number(timestamp)
  return Math.abs(ageSeconds) <= TOLERANCE_SECONDS ? undefined : 'clock'
}

/**
 * The refusal in a sandbox, whose credentials protect nothing: it says what is wrong, and which bytes should be signed.
 */
function explained(reason: SignatureFault, signed: object, account: string | undefined): Refusal {
  return new Refusal('credentials_invalid', faultSentences[reason], {
    account,
    reason,
    extra: { reason, ...(reason === 'signature_wrong' && signed) },
  })
}

/** The refusal in live: one text for every reason, so that a guess reveals nothing. */
function credentialsInvalid(reason: SignatureFault, account: string | undefined): Refusal {
  return new Refusal(
    'credentials_invalid',
    'API-Key, API-Signature, API-Signature-Version or API-Timestamp is missing or wrong; nothing was done',
    { account, reason },
  )
}

/**
 * Path and query exactly as sent, since those were signed: a parser that decodes an escape would change them. A proxy
 * may send an absolute address.
 */
function targetOf(c: DoorContext): string {
  const address = c.env?.incoming?.url ?? c.req.url
  return address.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/#.*$/s, '')
}
