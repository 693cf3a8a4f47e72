import { createHmac, createPrivateKey, createPublicKey, diffieHellman, type KeyObject } from 'node:crypto'

/*
 * Hybrid public key encryption (RFC 9180) as far as it is needed here: one secret that two platforms share and nobody else
 * can make, by mode Auth with DHKEM(X25519, HKDF-SHA256), HKDF-SHA256 and export only. It depends on the key pairs of both, so
 * that the receiver knows who sent it, and on a key pair that is made for one file.
 */

/** A public key, its 32 bytes in base64url. */
export type PublicKey = string

/** The private key of 32 bytes. */
export function privateKeyOf(bytes: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8, bytes]), format: 'der', type: 'pkcs8' })
}

/** The public key of a private one. */
export function publicKeyOf(key: KeyObject): PublicKey {
  return String(createPublicKey(key).export({ format: 'jwk' }).x)
}

type Shared = { readonly info: string; readonly context: string }

/**
 * The secret for a receiver, 32 bytes.
 * @param input.ephemeral a private key that is made for this alone
 * @returns also `enc`, by which the receiver finds the same secret
 */
export function secretFor(
  input: Shared & { readonly sender: KeyObject; readonly receiver: PublicKey; readonly ephemeral: KeyObject },
): { readonly enc: PublicKey; readonly secret: Buffer } {
  const receiver = importPublic(input.receiver)
  const enc = publicKeyOf(input.ephemeral)
  const exchanged = Buffer.concat([
    diffieHellman({ privateKey: input.ephemeral, publicKey: receiver }),
    diffieHellman({ privateKey: input.sender, publicKey: receiver }),
  ])
  const kemContext = [enc, input.receiver, publicKeyOf(input.sender)]
  return { enc, secret: exported(exchanged, kemContext, input) }
}

/** The secret from a sender. @throws Error if a key is none */
export function secretFrom(
  input: Shared & { readonly receiver: KeyObject; readonly sender: PublicKey; readonly enc: PublicKey },
): Buffer {
  const exchanged = Buffer.concat(
    [input.enc, input.sender].map((key) =>
      diffieHellman({ privateKey: input.receiver, publicKey: importPublic(key) }),
    ),
  )
  return exported(exchanged, [input.enc, publicKeyOf(input.receiver), input.sender], input)
}

/** An X25519 private key in DER, up to its 32 bytes (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex')

function importPublic(x: PublicKey): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x }, format: 'jwk' })
}

const KEM = Buffer.from('KEM\x00\x20', 'latin1')
const SUITE = Buffer.from('HPKE\x00\x20\x00\x01\xff\xff', 'latin1')
const AUTH = Buffer.of(2)
const NONE = Buffer.alloc(0)
const SECRET_BYTES = 32

function exported(exchanged: Buffer, keys: readonly PublicKey[], { info, context }: Shared): Buffer {
  const kemContext = Buffer.concat(keys.map((key) => Buffer.from(key, 'base64url')))
  const shared = expand(KEM, extract(KEM, NONE, 'eae_prk', exchanged), 'shared_secret', kemContext)
  exchanged.fill(0)
  const schedule = Buffer.concat([
    AUTH,
    extract(SUITE, NONE, 'psk_id_hash', NONE),
    extract(SUITE, NONE, 'info_hash', Buffer.from(info)),
  ])
  const exporter = expand(SUITE, extract(SUITE, shared, 'secret', NONE), 'exp', schedule)
  return expand(SUITE, exporter, 'sec', Buffer.from(context))
}

function extract(suite: Buffer, salt: Buffer, label: string, content: Buffer): Buffer {
  return createHmac('sha256', salt).update(VERSION).update(suite).update(label).update(content).digest()
}

/** 32 bytes are one block of HKDF-Expand. */
function expand(suite: Buffer, key: Buffer, label: string, info: Buffer): Buffer {
  return createHmac('sha256', key)
    .update(Buffer.of(0, SECRET_BYTES))
    .update(VERSION)
    .update(suite)
    .update(label)
    .update(info)
    .update(Buffer.of(1))
    .digest()
}

const VERSION = 'HPKE-v1'
