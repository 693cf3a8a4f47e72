import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Random } from '@cambio/server/Random.ts'
import {
  signatureKeyOf,
  type SignatureAlgorithm,
  type SignatureKey,
} from '@cambio/server/messageSignature/SignatureKey.ts'
import { open, seal } from '../vault/envelope.ts'
import type { Keyring } from '../vault/Keyring.ts'

/** The columns of a merchant's signature beside the merchant's own, all null where it makes none. */
export type SignatureRow = {
  signature_algorithm: SignatureAlgorithm | null
  signature_key_id: string | null
  signature_wrapped_key: Buffer | null
  signature_sealed: Buffer | null
}

/** The key in a merchant's row; null where it makes no second signature. */
export function signatureIn(keyring: Keyring, merchantId: string, row: SignatureRow): SignatureKey | null {
  const { signature_algorithm: algorithm, signature_key_id: keyId } = row
  const { signature_wrapped_key: wrappedKey, signature_sealed: sealed } = row
  if (algorithm === null || keyId === null || wrappedKey === null || sealed === null) return null
  const bytes = open(keyring, { keyId, wrappedKey, sealed }, contextOf(merchantId))
  return signatureKeyOf(algorithm, bytes)
}

/** From now on, every message of a merchant has to be signed with this key. */
export async function requireSignature(
  deps: { query: Query; keyring: Keyring; random: Random },
  merchantId: string,
  key: SignatureKey,
): Promise<void> {
  const { keyId, wrappedKey, sealed } = seal(deps, bytesOf(key), contextOf(merchantId))
  await deps.query({
    name: 'merchant_signature_require',
    text: `insert into merchant_signature (merchant_id, algorithm, key_id, wrapped_key, sealed)
           values ($1, $2, $3, $4, $5)
           on conflict (merchant_id) do update set algorithm = excluded.algorithm, key_id = excluded.key_id,
             wrapped_key = excluded.wrapped_key, sealed = excluded.sealed`,
    values: [merchantId, key.algorithm, keyId, wrappedKey, sealed],
  })
}

/** The protocol's own hash is enough again for a merchant. */
export async function dropSignature(query: Query, merchantId: string): Promise<void> {
  await query({
    name: 'merchant_signature_drop',
    text: 'delete from merchant_signature where merchant_id = $1',
    values: [merchantId],
  })
}

function bytesOf(key: SignatureKey): Uint8Array {
  return key.algorithm === 'hmac-sha256' ? key.secret : key.publicKey.export({ format: 'der', type: 'spki' })
}

function contextOf(merchantId: string): string {
  return `signature of merchant ${merchantId}`
}
