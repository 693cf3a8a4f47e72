import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Random } from '@cambio/server/Random.ts'
import { rewrap } from '../vault/envelope.ts'
import type { Keyring } from '../vault/Keyring.ts'
import { BadCall, type Command } from './Command.ts'

export const keyCommands: Readonly<Record<string, Command>> = {
  'key rotate': {
    usage: 'key rotate',
    about:
      'Takes a new key-encryption key and re-seals every data key under it; card data itself is not touched.',
    options: {},
    async run({ query, random, keys }) {
      const keyring = keys.renew?.() ?? keys.keyring
      const moved = await rewrapAll({ query, random, keyring })
      const { id } = keyring.current()
      const next =
        keys.renew === null
          ? 'CARDS_KEYS_OLD may lose its keys once every process runs with the new CARDS_KEY.'
          : 'Earlier keys stay in the file until you take them out with: key prune'
      return {
        text: `Key ${id} is current; ${moved} data keys moved to it. ${next}`,
        data: { key_id: id, moved },
      }
    },
  },
  'key prune': {
    usage: 'key prune',
    about:
      'Takes earlier key-encryption keys out of the key file, once nothing is sealed under them any more.',
    options: {},
    async run({ query, random, keys }) {
      if (keys.prune === null) {
        throw new BadCall('The keys are set by CARDS_KEY and CARDS_KEYS_OLD: take the old ones out there.')
      }
      const moved = await rewrapAll({ query, random, keyring: keys.keyring })
      const removed = keys.prune(await keysInUse(query))
      return { text: `${removed} earlier keys are out of the key file.`, data: { removed, moved } }
    },
  },
}

/** The ids of every key-encryption key that something is sealed under. */
async function keysInUse(query: Query): Promise<ReadonlySet<string>> {
  const each = sealedTables.map(([table]) => `select key_id from ${table} where key_id is not null`)
  const rows = await query<{ key_id: string }>({
    name: 'keys_in_use',
    text: each.join(' union '),
    values: [],
  })
  return new Set(rows.map(({ key_id }) => key_id))
}

/** The tables with sealed content and what names their rows. */
const sealedTables = [
  ['platform_key', 'name'],
  ['merchant', 'id'],
  ['merchant_signature', 'merchant_id'],
  ['vault_card', 'id'],
  ['fields_session', 'id_hash'],
] as const

const BATCH = 500

/** Moves every data key to the current key-encryption key, and counts them. Rows that change meanwhile are met again. */
async function rewrapAll(deps: { query: Query; random: Random; keyring: Keyring }): Promise<number> {
  let moved = 0
  for (const [table, key] of sealedTables) {
    for (;;) {
      const rows = await deps.query<{ id: unknown; key_id: string; wrapped_key: Buffer }>({
        name: `rewrap_find_${table}`,
        text: `select ${key} as id, key_id, wrapped_key from ${table} where key_id <> $1 limit ${BATCH}`,
        values: [deps.keyring.current().id],
      })
      if (rows.length === 0) break
      for (const row of rows) {
        const next = rewrap(deps, { keyId: row.key_id, wrappedKey: row.wrapped_key })
        const done = await deps.query<object>({
          name: `rewrap_${table}`,
          text: `update ${table} set key_id = $3, wrapped_key = $4 where ${key} = $1 and wrapped_key = $2 returning 1 as done`,
          values: [row.id, row.wrapped_key, next.keyId, next.wrappedKey],
        })
        moved += done.length
      }
    }
  }
  return moved
}
