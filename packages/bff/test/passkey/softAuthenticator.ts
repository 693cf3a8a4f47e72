import { createHash, generateKeyPairSync, randomBytes, sign as signWith, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import * as z from 'zod/mini'

/** What differs from what the exchange asked for. */
type Bent = {
  readonly origin?: string
  readonly rpId?: string
  readonly topOrigin?: string
  readonly isVerified?: boolean
  readonly counter?: number
  readonly handle?: string
}

/** What the exchange gives a browser, as far as it is read here. */
const Options = z.object({
  challenge: z.string(),
  user: z.optional(z.object({ id: z.string() })),
})
type Options = z.infer<typeof Options>

const [PRESENT, VERIFIED, BACKED_UP, HAS_KEY] = [0x01, 0x04, 0x18, 0x40] as const

/**
 * An authenticator in software with one passkey, and the browser before it: answers the exchange's options as
 * `PublicKeyCredential.toJSON()` does (WebAuthn Level 3, sections 6.1 and 6.5.4).
 */
export function softAuthenticator() {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let uses = 0
  let handle: string | undefined

  /** Makes the passkey where the options ask for one, and else signs. */
  function answer(asked: unknown, bent?: Bent) {
    const options = Options.parse(asked)
    return options.user ? register(options, bent) : sign(options, bent)
  }

  const credential = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const }
  return { answer }

  function register(options: Options, bent: Bent = {}) {
    handle = options.user?.id
    const flags = PRESENT | HAS_KEY | BACKED_UP | (bent.isVerified === false ? 0 : VERIFIED)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.byteLength)
    const attested = [Buffer.alloc(16), length, id, coseKey(pair.publicKey)]
    const authData = Buffer.concat([authenticatorData(bent, flags, 0), ...attested])
    const attestation = new Map<string, string | Map<never, never> | Uint8Array>([
      ['fmt', 'none'],
      ['attStmt', new Map<never, never>()],
      ['authData', new Uint8Array(authData)],
    ])
    return {
      ...credential,
      response: {
        clientDataJSON: clientData('webauthn.create', options, bent),
        attestationObject: base64url(isoCBOR.encode(attestation)),
        transports: ['internal'],
      },
    }
  }

  function sign(options: Options, bent: Bent = {}) {
    uses = bent.counter ?? uses + 1
    const flags = PRESENT | BACKED_UP | (bent.isVerified === false ? 0 : VERIFIED)
    const data = authenticatorData(bent, flags, uses)
    const clientDataJSON = clientData('webauthn.get', options, bent)
    const message = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    return {
      ...credential,
      response: {
        clientDataJSON,
        authenticatorData: base64url(data),
        signature: base64url(signWith('sha256', message, pair.privateKey)),
        userHandle: bent.handle ?? handle,
      },
    }
  }
}

function authenticatorData({ rpId = 'exchange.test' }: Bent, flags: number, counter: number): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt8(flags)
  head.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(Buffer.from(rpId)), head])
}

function clientData(type: string, { challenge }: Options, bent: Bent): string {
  const { origin = 'http://exchange.test', topOrigin } = bent
  const framed = topOrigin === undefined ? { crossOrigin: false } : { crossOrigin: true, topOrigin }
  return base64url(Buffer.from(JSON.stringify({ type, challenge, origin, ...framed })))
}

/** A P-256 key for ES256 as COSE has it (RFC 9053, sections 2.1 and 7.1). */
function coseKey(key: KeyObject): Uint8Array {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const [ofX, ofY] = [x, y].map((part) => new Uint8Array(Buffer.from(part, 'base64url')))
  return isoCBOR.encode(
    new Map<number, number | Uint8Array | undefined>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, ofX],
      [-3, ofY],
    ]),
  )
}

function sha256(data: Uint8Array): Buffer {
  return createHash('sha256').update(data).digest()
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
