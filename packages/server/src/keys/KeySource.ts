import { randomBytes } from 'node:crypto'
import type { Secret } from '../settings/Secret.ts'
import { addKey, fileKeyring, pruneKeys } from './fileKeyring.ts'
import { keyring, type Keyring } from './Keyring.ts'

/** A program's key-encryption keys and, where they are in a file, a way to make a new one. */
export type KeySource = {
  readonly keyring: Keyring
  /** Makes a new current key and returns the keyring with it; null where the operator sets the keys. */
  readonly renew: (() => Keyring) | null
  /** Removes every key that is neither current nor named, and counts them; null where the operator sets the keys. */
  readonly prune: ((keep: ReadonlySet<string>) => number) | null
}

/** Keys that the operator sets: 32 bytes in base64 each, the current one and those before it. */
export function keysInVariables(current: Secret, old: readonly Secret[]): KeySource {
  const keys = [current, ...old].map((secret) => Buffer.from(secret.reveal(), 'base64'))
  return { keyring: keyring(keys), renew: null, prune: null }
}

/**
 * Keys in a file, one a line, the current one first.
 * @param remedy what the operator can do if the file is missing, as the end of a sentence
 * @throws StartRefused when it cannot be read, is readable by others or has no keys
 */
export function keysInFile(path: string, remedy: string): KeySource {
  const renew = () => {
    addKey(path, randomBytes(32))
    return fileKeyring(path, remedy)
  }
  return { keyring: fileKeyring(path, remedy), renew, prune: (keep) => pruneKeys(path, keep) }
}
