import { randomBytes } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from '../makeFolder.ts'
import { StartRefused } from '../settings/StartRefused.ts'

/*
 * Keys in a file that only its owner can read: 32 bytes in base64 on each line.
 */

/**
 * Makes a file with one fresh key, unless the file exists.
 * @param variable the environment variable that may hold a key instead
 * @throws StartRefused when it cannot be written
 */
export function makeKeyFile(path: string, variable: string): void {
  try {
    makeFolder(dirname(path))
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') return
    throw new StartRefused(
      `The key file ${path} cannot be written (${code}): set DATA_DIR to a folder that can, or ${variable} to a key.`,
      { cause: error },
    )
  }
}

/**
 * The keys in a file, in order; at least one.
 * @param remedy what the operator can do if the file is missing, as the end of a sentence
 * @throws StartRefused when the file is missing, cannot be read, is readable by others or has anything but keys
 */
export function readKeyFile(path: string, remedy: string): Uint8Array[] {
  const lines = readOwnFile(path, remedy)
    .split('\n')
    .filter((line) => line.trim() !== '')
  if (lines.length === 0) throw new StartRefused(`The key file ${path} holds no key.`)
  return lines.map((line) => keyIn(line.trim(), path))
}

/** The text of a file that others cannot read. */
function readOwnFile(path: string, remedy: string): string {
  try {
    if ((statSync(path).mode & 0o077) !== 0)
      throw new StartRefused(`The key file ${path} can be read by others: run "chmod 600 ${path}".`)
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof StartRefused) throw error
    const code = codeOf(error)
    const problem =
      code === 'ENOENT' ? `There is no key file ${path}` : `The key file ${path} cannot be read (${code})`
    throw new StartRefused(`${problem}: ${remedy}.`, { cause: error })
  }
}

function keyIn(base64: string, path: string): Uint8Array {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length === 32) return bytes
  throw new StartRefused(
    `The key file ${path} must hold 32 bytes in base64 on each line: put back the one your data was sealed with.`,
  )
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
}
