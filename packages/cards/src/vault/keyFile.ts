import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartRefused } from '@cambio/server/StartRefused.ts'
import { keyring, type Keyring } from './Keyring.ts'

/*
 * Key-encryption keys in a file: 32 bytes in base64 on each line, the current one first. A running program reads the
 * file again when it meets a key it does not know, so that keys are rotated without stopping anything.
 */

/** The keyring of a file. @throws StartRefused when it cannot be read, is open to others or holds no keys */
export function fileKeyring(path: string): Keyring {
  let ring = keyring(readKeys(path))
  return {
    current: () => ring.current(),
    find(id) {
      const known = ring.find(id)
      if (known !== undefined) return known
      ring = keyring(readKeys(path))
      return ring.find(id)
    },
  }
}

/** Makes a key file that only its owner can read, unless there is one. */
export function ensureKeyFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  try {
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

/** Puts a new current key into a key file; those before it stay, since they open what they sealed. */
export function addKey(path: string, key: Uint8Array): void {
  const lines = [key, ...readKeys(path)].map((bytes) => Buffer.from(bytes).toString('base64'))
  const next = `${path}.new`
  writeFileSync(next, `${lines.join('\n')}\n`, { mode: 0o600 })
  renameSync(next, path)
}

function readKeys(path: string): Uint8Array[] {
  let text: string
  try {
    if ((statSync(path).mode & 0o077) !== 0) {
      throw new StartRefused(`The key file ${path} can be read by others: run "chmod 600 ${path}".`)
    }
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof StartRefused) throw error
    throw new StartRefused(`The key file ${path} cannot be read: check CARDS_KEY_FILE.`, { cause: error })
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => keyBytes(line.trim(), path))
}

function keyBytes(base64: string, path: string): Uint8Array {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length !== 32)
    throw new StartRefused(`The key file ${path} must hold 32 bytes in base64 on each line.`)
  return bytes
}
