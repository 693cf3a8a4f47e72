import { createHash } from 'node:crypto'

/** A key-encryption key. Its id is shown beside what it sealed and reveals nothing about the key. */
export type Kek = { readonly id: string; readonly key: Uint8Array }

/** The key-encryption keys: `current` seals, and older ones still open older data. */
export type Keyring = {
  current(): Kek
  /** The key with an id; undefined when it no longer exists. */
  find(id: string): Kek | undefined
  /** All keys, the current one first. */
  all(): readonly Kek[]
}

/** A key-encryption key from its 32 bytes. @throws RangeError on any other length */
export function kekOf(key: Uint8Array): Kek {
  if (key.length !== 32) throw new RangeError('A key-encryption key has 32 bytes.')
  const id = createHash('sha256').update('cambio key-encryption key ').update(key).digest('hex').slice(0, 16)
  return { id, key }
}

/** A keyring of fixed keys, the current one first. */
export function keyring(keys: readonly Uint8Array[]): Keyring {
  const keks = keys.map(kekOf)
  const current = keks[0]
  if (current === undefined) throw new RangeError('A keyring needs a key.')
  return { current: () => current, find: (id) => keks.find((kek) => kek.id === id), all: () => keks }
}
