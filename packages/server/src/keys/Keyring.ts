import { createHash } from 'node:crypto'

/** A key-encryption key. Its id is shown beside what it sealed and tells nothing about it. */
export type Kek = { readonly id: string; readonly key: Uint8Array }

/** The key-encryption keys: what is sealed now is sealed under `current`; older ones open what is older. */
export type Keyring = {
  current(): Kek
  /** The key of an id; undefined when nobody has it any more. */
  find(id: string): Kek | undefined
  /** All of them, the current one first. */
  all(): readonly Kek[]
}

/** A key-encryption key from its 32 bytes. @throws RangeError on any other length */
export function kekOf(key: Uint8Array): Kek {
  if (key.length !== 32) throw new RangeError('A key-encryption key has 32 bytes.')
  const id = createHash('sha256').update('cambio key-encryption key ').update(key).digest('hex').slice(0, 16)
  return { id, key }
}

/** A keyring of keys that stay as they are, the current one first. */
export function keyring(keys: readonly Uint8Array[]): Keyring {
  const keks = keys.map(kekOf)
  const current = keks[0]
  if (current === undefined) throw new RangeError('A keyring needs a key.')
  return { current: () => current, find: (id) => keks.find((kek) => kek.id === id), all: () => keks }
}
