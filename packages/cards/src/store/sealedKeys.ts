import { rewrap } from '@cambio/server/keys/envelope.ts'
import type { Keyring } from '@cambio/server/keys/Keyring.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Random } from '@cambio/server/Random.ts'

/** The tables with sealed content, what names their rows, and how the columns of its key begin. */
const sealedTables = [
  ['platform_key', 'name', ''],
  ['merchant', 'id', ''],
  ['merchant', 'id', 'former_'],
  ['merchant_signature', 'merchant_id', ''],
  ['merchant_signature', 'merchant_id', 'former_'],
  ['vault_card', 'id', ''],
  ['fields_session', 'id_hash', ''],
] as const

const BATCH = 500

/** Moves every data key to the current key-encryption key, and counts them. Rows that change meanwhile are found again. */
export async function rewrapAll(deps: { query: Query; random: Random; keyring: Keyring }): Promise<number> {
  let moved = 0
  for (const [table, key, prefix] of sealedTables) {
    for (;;) {
      const rows = await deps.query<{ id: unknown; key_id: string; wrapped_key: Buffer }>({
        name: `rewrap_find_${prefix}${table}`,
        text: `
          select ${key} as id, ${prefix}key_id as key_id, ${prefix}wrapped_key as wrapped_key
          from ${table} where ${prefix}key_id <> $1 limit ${BATCH}`,
        values: [deps.keyring.current().id],
      })
      if (rows.length === 0) break
      for (const row of rows) {
        const next = rewrap(deps, { keyId: row.key_id, wrappedKey: row.wrapped_key })
        const done = await deps.query<object>({
          name: `rewrap_${prefix}${table}`,
          text: `
            update ${table} set ${prefix}key_id = $3, ${prefix}wrapped_key = $4
            where ${key} = $1 and ${prefix}wrapped_key = $2 returning 1 as done`,
          values: [row.id, row.wrapped_key, next.keyId, next.wrappedKey],
        })
        moved += done.length
      }
    }
  }
  return moved
}

/** The ids of every key-encryption key that something is sealed under. */
export async function keysInUse(query: Query): Promise<ReadonlySet<string>> {
  const each = sealedTables.map(
    ([table, , prefix]) => `select ${prefix}key_id as key_id from ${table} where ${prefix}key_id is not null`,
  )
  const rows = await query<{ key_id: string }>({
    name: 'keys_in_use',
    text: each.join(' union '),
    values: [],
  })
  return new Set(rows.map(({ key_id }) => key_id))
}
