import { renameSync, statSync, writeFileSync } from 'node:fs'
import { readKeyFile } from './keyFile.ts'
import { kekOf, keyring, type Keyring } from './Keyring.ts'

/*
 * Key-encryption keys in a file: 32 bytes in base64 on each line, the current one first. A running program reads the
 * file again when it has changed, so that keys are rotated without a stop.
 */

const REMEDY = 'put back the one that your data was sealed with'

/**
 * The keyring of a file. It checks for changes before it seals anything, so that nothing is sealed under a replaced
 * key.
 * @param remedy what the operator can do if the file is missing, as the end of a sentence
 * @throws StartRefused when the file cannot be read, is readable by others or has no keys
 */
export function fileKeyring(path: string, remedy = REMEDY): Keyring {
  let { ring, version } = readRing(path, remedy)
  const readAgain = () => ({ ring, version } = readRing(path, remedy))
  return {
    current() {
      if (versionOf(path) !== version) readAgain()
      return ring.current()
    },
    find(id) {
      if (ring.find(id) === undefined) readAgain()
      return ring.find(id)
    },
    all() {
      readAgain()
      return ring.all()
    },
  }
}

/**
 * Reads the version before the keys: a file that is replaced in between is read once too often, never once too rarely.
 */
function readRing(path: string, remedy: string): { ring: Keyring; version: string | undefined } {
  const version = versionOf(path)
  return { ring: keyring(readKeyFile(path, remedy)), version }
}

/** The file's inode and time: by the time alone, two files in quick succession would look like one. */
function versionOf(path: string): string | undefined {
  const file = statSync(path, { throwIfNoEntry: false })
  return file && `${file.ino} ${file.mtimeMs}`
}

/** Adds a new current key to a key file. Earlier keys stay, since they open what they sealed. */
export function addKey(path: string, key: Uint8Array): void {
  writeKeys(path, [key, ...readKeyFile(path, REMEDY)])
}

/** Removes the keys of a key file that are neither current nor to be kept, and counts them. */
export function pruneKeys(path: string, keep: ReadonlySet<string>): number {
  const keys = readKeyFile(path, REMEDY)
  const remaining = keys.filter((key, place) => place === 0 || keep.has(kekOf(key).id))
  if (remaining.length < keys.length) writeKeys(path, remaining)
  return keys.length - remaining.length
}

/** Replaces the file atomically, so that a reader finds the old one or the new one. */
function writeKeys(path: string, keys: readonly Uint8Array[]): void {
  const next = `${path}.new`
  const lines = keys.map((bytes) => Buffer.from(bytes).toString('base64'))
  writeFileSync(next, `${lines.join('\n')}\n`, { mode: 0o600 })
  renameSync(next, path)
}
