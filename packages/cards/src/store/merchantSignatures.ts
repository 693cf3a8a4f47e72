import { open, seal } from '@cambio/server/keys/envelope.ts'
import type { Keyring } from '@cambio/server/keys/Keyring.ts'
import {
  signatureKeyOf,
  type SignatureAlgorithm,
  type SignatureKey,
} from '@cambio/server/messageSignature/SignatureKey.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Random } from '@cambio/server/Random.ts'

/** The columns of a merchant's signature keys; all null for a merchant without. */
export type SignatureRow = {
  id: string
  signature_algorithm: SignatureAlgorithm | null
  signature_key_id: string | null
  signature_wrapped_key: Buffer | null
  signature_sealed: Buffer | null
  former_signature_algorithm: SignatureAlgorithm | null
  former_signature_key_id: string | null
  former_signature_wrapped_key: Buffer | null
  former_signature_sealed: Buffer | null
  former_signature_until: Date | null
}

/** These columns of the table `merchant_signature s`. */
export const signatureColumns = `s.algorithm as signature_algorithm, s.key_id as signature_key_id,
    s.wrapped_key as signature_wrapped_key, s.sealed as signature_sealed,
    s.former_algorithm as former_signature_algorithm, s.former_key_id as former_signature_key_id,
    s.former_wrapped_key as former_signature_wrapped_key, s.former_sealed as former_signature_sealed,
    s.former_until as former_signature_until`

/**
 * The signature keys in a merchant's row: the present one, then the former one while it is valid; none for a merchant
 * without.
 */
export function signaturesIn(keyring: Keyring, row: SignatureRow, now: Date): readonly SignatureKey[] {
  const present = {
    algorithm: row.signature_algorithm,
    keyId: row.signature_key_id,
    wrappedKey: row.signature_wrapped_key,
    sealed: row.signature_sealed,
  }
  const former = {
    algorithm: row.former_signature_algorithm,
    keyId: row.former_signature_key_id,
    wrappedKey: row.former_signature_wrapped_key,
    sealed: row.former_signature_sealed,
  }
  const until = row.former_signature_until
  const holding = until !== null && now < until ? [present, former] : [present]
  return holding.flatMap(({ algorithm, keyId, wrappedKey, sealed }) => {
    if (algorithm === null || keyId === null || wrappedKey === null || sealed === null) return []
    return signatureKeyOf(algorithm, open(keyring, { keyId, wrappedKey, sealed }, contextOf(row.id)))
  })
}

type Deps = { query: Query; keyring: Keyring; random: Random }

/** Requires every message of a merchant to be signed with this key and no other. */
export async function requireSignature(deps: Deps, merchantId: string, key: SignatureKey): Promise<void> {
  const { keyId, wrappedKey, sealed } = seal(deps, bytesOf(key), contextOf(merchantId))
  await deps.query({
    name: 'merchant_signature_require',
    text: `insert into merchant_signature (merchant_id, algorithm, key_id, wrapped_key, sealed)
           values ($1, $2, $3, $4, $5)
           on conflict (merchant_id) do update set algorithm = excluded.algorithm, key_id = excluded.key_id,
             wrapped_key = excluded.wrapped_key, sealed = excluded.sealed, former_algorithm = null,
             former_key_id = null, former_wrapped_key = null, former_sealed = null, former_until = null`,
    values: [merchantId, key.algorithm, keyId, wrappedKey, sealed],
  })
}

/**
 * Gives a merchant a new signature key. The present one stays valid until `formerUntil`; an earlier former one ends at once.
 * @returns false when the merchant has no signature key; then nothing is changed
 */
export async function changeSignature(
  deps: Deps,
  merchantId: string,
  { key, formerUntil }: { readonly key: SignatureKey; readonly formerUntil: Date },
): Promise<boolean> {
  const { keyId, wrappedKey, sealed } = seal(deps, bytesOf(key), contextOf(merchantId))
  const rows = await deps.query<object>({
    name: 'merchant_signature_change',
    text: `update merchant_signature set former_algorithm = algorithm, former_key_id = key_id,
             former_wrapped_key = wrapped_key, former_sealed = sealed, former_until = $6,
             algorithm = $2, key_id = $3, wrapped_key = $4, sealed = $5
           where merchant_id = $1 returning 1 as done`,
    values: [merchantId, key.algorithm, keyId, wrappedKey, sealed, formerUntil],
  })
  return rows.length === 1
}

/** Requires no signature of a merchant any more: the protocol's hash is enough. */
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
